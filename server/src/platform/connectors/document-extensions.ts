/** Formats that the server reads as text. Pictures, audio and video are left out: a cloud has many, and they are large. */
export const documentExtensions =
  'md markdown mdx txt text rst adoc org tex html htm xhtml pdf doc docx odt rtf ppt pptx odp xls xlsx ods csv tsv epub eml mbox msg ipynb vtt srt'.split(
    ' ',
  )
