/** Signs of mails, web pages and word processors that look like others, or like nothing. */

const PLAIN = /^[ -~]*$/

/** Joiners are kept behind letters of Indian scripts and behind emoji, whose look they change. */
const UNSEEN =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u2060-\u2064\ufeff]|(?<![\p{Lo}\p{M}\p{Extended_Pictographic}\p{EMod}])[\u200c\u200d]/gu
const SPACES = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g

const alike: readonly [RegExp, string][] = [
  [/[\u2010-\u2015\u2212\ufe58\ufe63]/g, '-'],
  [/[\u02bc\u2018-\u201b\u2032]/g, "'"],
  [/[\u201c-\u201f\u2033]/g, '"'],
  [/[\u202a-\u202e\u2066-\u2069]/g, ''],
]
const WIDE = /[\uff01-\uff5e]/g

const seen = (text: string) => (PLAIN.test(text) ? text : text.replace(UNSEEN, '').replace(SPACES, ' '))

/** A text as it is stored: without what cannot be seen, with plain spaces, and none around it. */
export const tidyText = (text: string): string => seen(text).trim()

/** A text as it is looked up, or read as a number or a day: dashes, quotes and wide letters as keyboards have them. */
export const plainText = (text: string): string => plainSigns(text).trim()

/** The same with the spaces around it. */
export function plainSigns(text: string): string {
  const tidy = seen(text)
  if (PLAIN.test(tidy)) return tidy
  return alike
    .reduce((rest, [signs, sign]) => rest.replace(signs, sign), tidy)
    .replace(WIDE, sign => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
}

/** The texts by which a name is searched for: as it is written, and with plain signs where that is another. */
export const searchedTexts = (text: string): string[] => [...new Set([tidyText(text), plainText(text)])]
