import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { PDFiumModule } from '@hyzyla/pdfium'
import { type CompiledModule, webAssembly } from './web-assembly.ts'

/** The functions of PDFium that we call, as its WebAssembly exports them: handles and pointers are numbers. */
export type Pdfium = {
  memory: { buffer: ArrayBuffer }
  malloc(size: number): number
  free(pointer: number): void
  FPDF_InitLibrary(): void
  FPDF_LoadMemDocument(pointer: number, size: number, password: number): number
  FPDF_GetLastError(): number
  FPDF_GetPageCount(document: number): number
  FPDF_GetMetaText(document: number, key: number, buffer: number, size: number): number
  FPDF_LoadPage(document: number, index: number): number
  FPDF_ClosePage(page: number): void
  FPDF_GetPageWidthF(page: number): number
  FPDF_GetPageHeightF(page: number): number
  FPDFPage_GetAnnotCount(page: number): number
  FPDFPage_GetAnnot(page: number, index: number): number
  FPDFPage_CloseAnnot(annotation: number): void
  FPDFAnnot_GetSubtype(annotation: number): number
  FPDFAnnot_GetFlags(annotation: number): number
  FPDFAnnot_GetStringValue(annotation: number, key: number, buffer: number, size: number): number
  FPDFPage_Flatten(page: number, usage: number): number
  FPDFPage_CountObjects(page: number): number
  FPDFPage_GetObject(page: number, index: number): number
  FPDFPageObj_GetType(object: number): number
  FPDFPageObj_GetBounds(object: number, left: number, bottom: number, right: number, top: number): number
  FPDFFormObj_CountObjects(object: number): number
  FPDFFormObj_GetObject(object: number, index: number): number
  FPDFText_LoadPage(page: number): number
  FPDFText_ClosePage(text: number): void
  FPDFText_CountChars(text: number): number
  FPDFText_GetUnicode(text: number, index: number): number
  FPDFText_IsHyphen(text: number, index: number): number
  FPDFText_GetCharAngle(text: number, index: number): number
  FPDFText_GetLooseCharBox(text: number, index: number, box: number): number
  FPDFText_GetFontSize(text: number, index: number): number
  FPDFText_GetMatrix(text: number, index: number, matrix: number): number
  FPDFText_GetFontInfo(text: number, index: number, buffer: number, size: number, flags: number): number
  FPDFBookmark_GetFirstChild(document: number, bookmark: number): number
  FPDFBookmark_GetNextSibling(document: number, bookmark: number): number
  FPDFBookmark_GetTitle(bookmark: number, buffer: number, size: number): number
  FPDFBookmark_GetDest(document: number, bookmark: number): number
  FPDFDest_GetDestPageIndex(document: number, destination: number): number
  FPDFBitmap_CreateEx(width: number, height: number, format: number, buffer: number, stride: number): number
  FPDFBitmap_FillRect(
    bitmap: number,
    left: number,
    top: number,
    width: number,
    height: number,
    color: number,
  ): void
  FPDFBitmap_GetBuffer(bitmap: number): number
  FPDFBitmap_GetStride(bitmap: number): number
  FPDFBitmap_Destroy(bitmap: number): void
  FPDF_RenderPageBitmap(
    bitmap: number,
    page: number,
    left: number,
    top: number,
    width: number,
    height: number,
    rotation: number,
    flags: number,
  ): void
}

let compiled: Promise<CompiledModule> | undefined

/** Starts a new PDFium for each file (5 ms), so that damage to the engine's memory ends with the file. */
export async function startPdfium(): Promise<Pdfium> {
  compiled ??= compile()
  const module = await compiled
  const { wasmExports } = await PDFiumModule({
    locateFile: () => '',
    instantiateWasm: (imports, done) => {
      // The type asks for a module, but the code takes the instance.
      const start = done as unknown as (instance: object) => void
      webAssembly.instantiate(module, imports).then(start)
      return {}
    },
  })
  const pdfium = wasmExports as unknown as Pdfium
  pdfium.FPDF_InitLibrary()
  return pdfium
}

async function compile(): Promise<CompiledModule> {
  return webAssembly.compile(await readFile(fileURLToPath(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm'))))
}
