import { type PrintFont, type Script, SIGNS, scripts } from './print-fonts.ts'

/** What a font prints. */
export type Prints = (font: PrintFont, codePoint: number) => boolean

/** A piece of text that one font prints whole. */
export interface FontRun {
  text: string
  font: PrintFont
}

/** What stands for a sign that no font has. */
export const ABSENT = '□'

/** Texts of these signs alone are Roboto's: almost all are. */
const PLAIN = /^[\n\r -~\u00a0-\u00ac\u00ae-\u00ff–—‘’“”•…₹−]*$/
export const isPlain = (text: string) => PLAIN.test(text)

const scriptPatterns = scripts.map(script => [script, new RegExp(`\\p{Script_Extensions=${script}}`, 'u')] as const)
const scriptsOf = (sign: string): Script[] =>
  scriptPatterns.filter(([, pattern]) => pattern.test(sign)).map(([script]) => script)

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const VIRAMA = /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d]\u200d?$/u
const isOfIndia = (text: string) => /[\u0900-\u0d7f]/.test(text)

/** The parts of a text that are drawn as one and never broken: a consonant with what is joined to it, a vowel around it. */
export function clustersOf(text: string): string[] {
  const clusters: string[] = []
  for (const { segment } of graphemes.segment(text)) {
    const before = clusters.at(-1)
    if (before !== undefined && VIRAMA.test(before) && isOfIndia(segment))
      clusters[clusters.length - 1] = before + segment
    else clusters.push(segment)
  }
  return clusters
}

/** Signs that are not seen: they join or part letters of India, and have no glyph elsewhere. */
const UNSEEN = /\p{Cf}|\p{Cc}|\p{Variation_Selector}/gu
const isBreak = (sign: string) => sign === '\n' || sign === '\r' || sign === '\r\n'

/**
 * Splits a text into runs of one font each, letters and what is joined to them together. Signs that a font has only in
 * their plain form (１, ㎏) are printed so; what no font has is printed as □ and told.
 */
export function splitByFont(text: string, prints: Prints, tell: (sign: string) => void): FontRun[] {
  const runs: FontRun[] = []
  for (const cluster of clustersOf(text)) {
    const last = runs.at(-1)
    const part = runOf(cluster, last?.font, prints)
    if (part.text === ABSENT && cluster !== ABSENT) tell(cluster)
    if (part.text === '') continue
    if (last && (last.font === part.font || isBreak(part.text))) last.text += part.text
    else runs.push(part)
  }
  return runs.length > 0 ? runs : [{ text: '', font: 'Roboto' }]
}

function runOf(cluster: string, current: PrintFont | undefined, prints: Prints): FontRun {
  if (isBreak(cluster)) return { text: cluster, font: 'Roboto' }
  const own = scriptsOf([...cluster][0]!)
  const ofScript = own.includes(current as Script) ? (current as Script) : own[0]
  const joined = cluster.normalize('NFC')
  if (ofScript && printsAll(ofScript, joined, prints)) return { text: joined, font: ofScript }
  const seen = withoutUnseen(joined)
  if (seen === '') return { text: '', font: 'Roboto' }
  const fonts: PrintFont[] = seen === ' ' && current ? [current, 'Roboto'] : ['Roboto', SIGNS]
  for (const form of new Set([seen, withoutUnseen(cluster.normalize('NFKC'))]))
    for (const font of fonts) if (printsAll(font, form, prints)) return { text: form, font }
  return { text: ABSENT, font: SIGNS }
}

const withoutUnseen = (text: string) => text.replace(/\t/g, ' ').replace(UNSEEN, '')

const printsAll = (font: PrintFont, text: string, prints: Prints) =>
  [...text.replace(/[\u200c\u200d]/g, '')].every(sign => prints(font, sign.codePointAt(0)!))
