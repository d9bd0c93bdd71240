import { isFy } from './dealerdash/financial-year.ts'
import type { Field } from './define/fields.ts'
import { momentText, monthName, show, yearText } from './define/show.ts'
import { type OptionReader, optionLabel } from './option-words.ts'

/** A value in the words of a reader; `text` is the text of a reference. A name of a resource is not looked up. */
export function fieldText(field: Field, value: unknown, reader: OptionReader, text?: string | null): string {
  if (value === null || value === undefined || value === '') return ''
  if (field.kind === 'instant') return momentText(String(value)) + (field.seconds ? String(value).slice(16, 19) : '')
  if (field.financialYear) return isFy(String(value)) ? yearText(String(value)) : String(value)
  if (field.monthOf) return text || monthName(`0000-${String(value).padStart(2, '0')}`)
  if (field.kind === 'choice') return optionLabel(field, String(value), reader)
  if (field.kind === 'list') return (value as string[]).map(option => optionLabel(field, option, reader)).join(', ')
  if (field.kind === 'reference' || field.kind === 'file') return text || `No. ${value}`
  return show(field, value)
}
