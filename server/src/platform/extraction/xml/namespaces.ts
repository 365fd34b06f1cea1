/** Our prefix for each vocabulary, whatever prefix a file uses. The second address is that of strict OOXML. */
const prefixes = new Map(
  Object.entries({
    w: ['schemas.openxmlformats.org/wordprocessingml/2006/main', 'purl.oclc.org/ooxml/wordprocessingml/main'],
    a: ['schemas.openxmlformats.org/drawingml/2006/main', 'purl.oclc.org/ooxml/drawingml/main'],
    p: ['schemas.openxmlformats.org/presentationml/2006/main', 'purl.oclc.org/ooxml/presentationml/main'],
    x: ['schemas.openxmlformats.org/spreadsheetml/2006/main', 'purl.oclc.org/ooxml/spreadsheetml/main'],
    r: [
      'schemas.openxmlformats.org/officeDocument/2006/relationships',
      'purl.oclc.org/ooxml/officeDocument/relationships',
    ],
    c: ['schemas.openxmlformats.org/drawingml/2006/chart', 'purl.oclc.org/ooxml/drawingml/chart'],
    dgm: ['schemas.openxmlformats.org/drawingml/2006/diagram', 'purl.oclc.org/ooxml/drawingml/diagram'],
    m: ['schemas.openxmlformats.org/officeDocument/2006/math', 'purl.oclc.org/ooxml/officeDocument/math'],
    xdr: [
      'schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing',
      'purl.oclc.org/ooxml/drawingml/spreadsheetDrawing',
    ],
    mc: ['schemas.openxmlformats.org/markup-compatibility/2006'],
    rel: ['schemas.openxmlformats.org/package/2006/relationships'],
    cp: ['schemas.openxmlformats.org/package/2006/metadata/core-properties'],
    dc: ['purl.org/dc/elements/1.1/'],
    dcterms: ['purl.org/dc/terms/'],
    office: ['openoffice.org/2000/office'],
    text: ['openoffice.org/2000/text'],
    table: ['openoffice.org/2000/table'],
    draw: ['openoffice.org/2000/drawing'],
    style: ['openoffice.org/2000/style'],
    presentation: ['openoffice.org/2000/presentation'],
    opf: ['www.idpf.org/2007/opf'],
    ncx: ['www.daisy.org/z3986/2005/ncx/'],
    ops: ['www.idpf.org/2007/ops'],
    html: ['www.w3.org/1999/xhtml'],
    container: ['urn:oasis:names:tc:opendocument:xmlns:container'],
    dav: ['DAV:'],
    oc: ['owncloud.org/ns'],
  }).flatMap(([prefix, names]) => names.map(name => [name, prefix] as const)),
)

/** Vocabularies of OpenDocument: `urn:oasis:names:tc:opendocument:xmlns:text:1.0` and the like. */
const openDocument =
  /^urn:oasis:names:tc:opendocument:xmlns:(office|text|table|meta|style|presentation|manifest):/

export function prefixOf(namespace: string): string | undefined {
  const known = prefixes.get(namespace.replace(/^https?:\/\//, ''))
  if (known) return known
  if (/^urn:oasis:names:tc:opendocument:xmlns:drawing:/.test(namespace)) return 'draw'
  return openDocument.exec(namespace)?.[1]
}
