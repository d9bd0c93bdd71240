import type { KeyForm, KeyPart } from './key-forms.ts'

/** What tells whether a row is ours: the fields with its sales organisation, company code and plant. */
export interface Ours {
  salesOrg?: string
  companyCode?: string
  plant?: string
}

/** What SAP keeps of the time at which a row changed. */
export interface ChangeMark {
  field: string
  /** A day is asked for with two days of overlap, since SAP does not say when on it. */
  as: 'INSTANT' | 'DAY'
  /** The day of creation, for rows that bear no day of change until they are first changed. */
  orElse?: string
}

/** What an entity set of SAP is, as far as every reading of it must know. */
export interface Identity {
  /** Service and entity set, such as `API_PRODUCT_SRV/A_Product`. */
  path: string
  /** What one of its rows is called in the middle of a sentence, and several. */
  one: string
  many: string
  key: readonly KeyPart[]
  ours: Ours
  /** The field with the currency of its amounts; null where it has none. */
  currency: string | null
  /** Fields that mark a row as deleted, and those that mark it as blocked. */
  deleted: readonly string[]
  blocked: readonly string[]
  changed: ChangeMark | null
}

type Named = readonly [one: string, many: string]
type Marks = Partial<Pick<Identity, 'ours' | 'currency' | 'deleted' | 'blocked' | 'changed'>>

/** Declares an entity set; a key part is written as `Customer C10 A`, its name, length and form. */
export function identity(path: string, [one, many]: Named, parts: readonly string[], marks: Marks = {}): Identity {
  const key = parts.map(partOf)
  return { path, one, many, key, ours: {}, currency: null, deleted: [], blocked: [], changed: null, ...marks }
}

function partOf(text: string): KeyPart {
  const [, name, length, form] = /^(\w+) C(\d+) ([ANMT])$/.exec(text) ?? []
  if (!name) throw new RangeError(`${text} is no part of a key: write it as Customer C10 A`)
  return { name, length: Number(length), form: form as KeyForm }
}

/** The instant of the last change, as most documents of SAP bear it. */
export const byInstant: ChangeMark = { field: 'LastChangeDateTime', as: 'INSTANT' }
