/** A master row that SAP names in a reply, by the code that the portal knows it by. */
export interface NamedRow {
  resource: 'masters/products' | 'access-control/customer' | 'access-control/ship-to' | 'settings/plant'
  code: string
}

/** Codes are written in capitals and digits: «Material is not released» names none. */
const CODE = '([A-Z0-9][A-Z0-9._/-]*)'

const patterns: readonly [RegExp, NamedRow['resource']][] = [
  [new RegExp(String.raw`\b[Mm]aterial (?:number )?${CODE}`, 'g'), 'masters/products'],
  [new RegExp(String.raw`\b[Ss]hip-to(?: party)? ${CODE}`, 'g'), 'access-control/ship-to'],
  [
    new RegExp(String.raw`\b(?:[Cc]ustomer|[Ss]old-to(?: party)?|[Bb]ill-to(?: party)?|[Pp]ayer) ${CODE}`, 'g'),
    'access-control/customer',
  ],
  [new RegExp(String.raw`\b[Pp]lant ${CODE}`, 'g'), 'settings/plant'],
]

/** The master rows that a sentence of SAP names, without the zeros with which SAP fills up numbers. */
export function namedInReply(text: string): NamedRow[] {
  return patterns.flatMap(([pattern, resource]) =>
    [...text.matchAll(pattern)].map(found => ({ resource, code: codeIn(found[1]!) })),
  )
}

/** The lines that a sentence of SAP names: `item 000010` is line 10. */
export const linesInReply = (text: string): number[] =>
  [...text.matchAll(/\bitem 0*([1-9]\d{0,5})\b/gi)].map(found => Number(found[1]))

const codeIn = (matchedText: string) => {
  const code = matchedText.replace(/[._/-]+$/, '')
  return /^\d+$/.test(code) ? code.replace(/^0+(?=\d)/, '') : code
}
