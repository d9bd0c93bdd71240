import type { OptionWords } from './define/fields.ts'

/** Who reads the words of options: our own people, or those who buy. */
export type OptionReader = keyof OptionWords

/** In whose words a person of this kind reads options. */
export const optionReaderOf = (userType: string): OptionReader => (userType === 'CUSTOMER' ? 'buyer' : 'staff')

/** The words of options for a reader. */
export const wordsFor = ({ staff, buyer }: OptionWords, reader: OptionReader): Readonly<Record<string, string>> =>
  reader === 'buyer' ? { ...staff, ...buyer } : staff
