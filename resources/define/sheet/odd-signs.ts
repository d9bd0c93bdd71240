/** Names of signs that look like others or like nothing, for sentences about a text that is not found. */

const names: Readonly<Record<string, string>> = {
  '\u00a0': 'a no-break space',
  '\u00ad': 'a soft hyphen',
  '\u2009': 'a thin space',
  '\u200b': 'a zero-width space',
  '\u200c': 'a zero-width non-joiner',
  '\u200d': 'a zero-width joiner',
  '\u2010': 'a typographic hyphen',
  '\u2011': 'a no-break hyphen',
  '\u2012': 'a figure dash',
  '\u2013': 'an en dash',
  '\u2014': 'an em dash',
  '\u202f': 'a narrow no-break space',
  '\u2060': 'a word joiner',
  '\u2212': 'a minus sign',
  '\u3000': 'a wide space',
  '\ufeff': 'a byte order mark',
}

/** Signs without a name of their own. */
const kinds: readonly [RegExp, (sign: string) => string][] = [
  [/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/, () => 'a direction mark'],
  [/[\u2018-\u201f\u02bc\u2032\u2033]/, sign => `the quotation mark ${sign}`],
  [/[\uff01-\uff5e]/, sign => `the wide sign ${sign}`],
  [/[\u1680\u180e\u2000-\u200a\u205f\u2061-\u2064]/, () => 'an unusual space'],
  [/\p{Script=Cyrillic}/u, sign => `the Cyrillic letter ${sign}`],
  [/\p{Script=Greek}/u, sign => `the Greek letter ${sign}`],
]

const nameOf = (sign: string) => names[sign] ?? kinds.find(([kind]) => kind.test(sign))?.[1](sign)

/** Where the first odd sign of a text stands: `a zero-width space comes after 100101`; undefined without one. */
export function oddSignIn(text: string): string | undefined {
  const signs = [...text.replace(/^ +| +$/g, '')]
  const at = signs.findIndex(sign => nameOf(sign) !== undefined)
  if (at < 0) return undefined
  const [before, after] = [signs.slice(Math.max(0, at - 20), at).join(''), signs.slice(at + 1, at + 21).join('')]
  return `${nameOf(signs[at]!)} comes ${before.trim() === '' ? `before ${after}` : `after ${before}`}`
}
