import type { Field, OptionWords } from './define/fields.ts'
import { optionText } from './define/option-text.ts'

/** Who reads the words of options: our own people, or those who buy. */
export type OptionReader = keyof OptionWords

/** In whose words a person of this kind reads options. */
export const optionReaderOf = (userType: string): OptionReader => (userType === 'CUSTOMER' ? 'buyer' : 'staff')

/** The words of options for a reader. */
export const wordsFor = ({ staff, buyer }: OptionWords, reader: OptionReader): Readonly<Record<string, string>> =>
  reader === 'buyer' ? { ...staff, ...buyer } : staff

/** An option of a field as screens and files of reports call it. */
export const optionLabel = ({ words }: Field, option: string, reader: OptionReader): string =>
  (words && wordsFor(words, reader)[option]) ?? optionText(option)
