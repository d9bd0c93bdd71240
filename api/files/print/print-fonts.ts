import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'

/** The fonts of paper besides Roboto: of each script of India, and of signs and the letters of other scripts. */
const fontOfScript = {
  Bengali: 'bengali',
  Devanagari: 'devanagari',
  Gujarati: 'gujarati',
  Gurmukhi: 'gurmukhi',
  Kannada: 'kannada',
  Malayalam: 'malayalam',
  Oriya: 'oriya',
  Tamil: 'tamil',
  Telugu: 'telugu',
} as const
export type Script = keyof typeof fontOfScript
/** The scripts of India that paper prints, by their names in Unicode. */
export const scripts = Object.keys(fontOfScript) as Script[]
/** The name of the font of signs, Greek, Cyrillic, Hebrew and Arabic. */
export const SIGNS = 'Signs'
export type PrintFont = 'Roboto' | typeof SIGNS | Script

const packages = createRequire(import.meta.url)
const fileOf = (packageName: string, subset: string, weight: number) =>
  packages.resolve(`@fontsource/${packageName}/files/${packageName}-${subset}-${weight}-normal.woff`)

/** The files of a font as pdfmake asks for them; no script of India has italics. */
function facesOf(packageName: string, subset: string) {
  const [normal, bold] = [fileOf(packageName, subset, 400), fileOf(packageName, subset, 700)]
  return { normal, bold, italics: normal, bolditalics: bold }
}

/** The files of each font. Naming them reads nothing: a document reads those of the scripts in it. */
export const furtherFonts = (): Record<Exclude<PrintFont, 'Roboto'>, ReturnType<typeof facesOf>> => ({
  [SIGNS]: facesOf('dejavu-sans', 'latin'),
  ...(Object.fromEntries(
    scripts.map(script => [script, facesOf(`noto-sans-${fontOfScript[script]}`, fontOfScript[script])]),
  ) as Record<Script, ReturnType<typeof facesOf>>),
})

/** The font of a file as OpenType, whose tables WOFF 1.0 keeps packed (https://www.w3.org/TR/WOFF/). */
export async function readOpenType(path: string): Promise<Buffer> {
  const file = await readFile(path)
  if (file.toString('latin1', 0, 4) !== 'wOFF') return file
  const tables = file.readUInt16BE(12)
  const directory = Buffer.alloc(12 + 16 * tables)
  file.copy(directory, 0, 4, 8)
  directory.writeUInt16BE(tables, 4)
  const parts: Buffer[] = [directory]
  let place = directory.length
  for (let at = 0; at < tables; at += 1) {
    const entry = 44 + 20 * at
    const [offset, packed, length] = [4, 8, 12].map(field => file.readUInt32BE(entry + field)) as [
      number,
      number,
      number,
    ]
    const bytes = file.subarray(offset, offset + packed)
    const table = packed < length ? inflateSync(bytes) : bytes
    const target = 12 + 16 * at
    file.copy(directory, target, entry, entry + 4)
    file.copy(directory, target + 4, entry + 16, entry + 20)
    directory.writeUInt32BE(place, target + 8)
    directory.writeUInt32BE(length, target + 12)
    const padding = Buffer.alloc((4 - (length % 4)) % 4)
    parts.push(table, padding)
    place += length + padding.length
  }
  return Buffer.concat(parts)
}
