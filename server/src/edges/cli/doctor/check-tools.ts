import { findTool } from '../../../platform/extraction/box/visible-paths.ts'
import { type Finding, ok, warning } from './finding.ts'

/** Programs that some file types need. Without the program, such a file fails with `extract.tool_missing`. */
const tools = [
  { subject: 'images and scans', programs: ['tesseract'], package: 'tesseract-ocr' },
  { subject: 'audio and video', programs: ['ffmpeg', 'ffprobe'], package: 'ffmpeg' },
]

export function checkTools(): Finding[] {
  return tools.map(({ subject, programs, package: name }) => {
    const absent = programs.filter(program => !findTool(program))
    if (absent.length === 0) return ok(subject, programs.join(' and '))
    return warning(subject, `${absent.join(' and ')} not found`, `Install it: apt-get install ${name}`)
  })
}
