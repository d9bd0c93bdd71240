import type { Knex } from 'knex'
import type { Field } from '../../../resources/define/fields.ts'
import type { Format } from '../../../resources/define/formats.ts'
import { tableOf } from '../../../resources/define/resource.ts'
import { today } from '../../platform/clock.ts'
import type { SheetColumn } from './sheet-columns.ts'

/** Returns an example value: for a reference the code of an existing row, otherwise a value of the right form. */
export async function exampleValue(
  db: Knex,
  { cellField: reads, field, reference, part }: SheetColumn,
): Promise<unknown> {
  if (reference) {
    const { target, own, context } = reference
    const next = context.find(other => other.part === part)
    const [referenced, column] = next ? [next.target, next.own] : [target, own]
    const rows = db(tableOf(referenced)).orderBy('id')
    const row = await (referenced.kind === 'master' ? rows.where('isActive', 1) : rows).first(`${column} as own`)
    return row?.own ?? null
  }
  return field.default ?? sample(reads)
}

const SAMPLES: Partial<Record<Format, string>> = {
  gstin: '27AAPFU0939F1ZV',
  pan: 'AAPFU0939F',
  pincode: '400001',
  mobile: '9820012345',
  email: 'name@company.example',
  emails: 'one@company.example,two@company.example',
  hsn: '29420090',
  ifsc: 'HDFC0001234',
  vehicle: 'MH12AB1234',
  cas: '64-17-5',
  time: '15:00',
  url: 'https://company.example/',
  origin: 'https://company.example',
  origins: 'https://company.example https://bank.example',
  digits: '123',
}

/** A value of the right form for a field that is no reference. */
export function sample(field: Field): unknown {
  const { kind, format, min, max, scale = 0, options } = field
  if (kind === 'number') return Math.round(Math.max(min ?? 1, 0) * 10 ** scale)
  if (kind === 'flag') return false
  if (kind === 'date') return today()
  if (kind === 'instant') return `${today()}T04:30:00.000Z`
  if (kind === 'choice') return options![0]
  if (kind === 'list') return options!.slice(0, 2)
  return ((format && SAMPLES[format]) ?? 'ABC1234567').slice(0, max)
}
