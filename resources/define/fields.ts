/**
 * The constructors of fields for declarations. Each call returns plain data; nothing here touches a database or a
 * screen.
 */

import type { Condition } from './condition.ts'
import type { Format } from './formats.ts'
import type { Role } from './vocabulary.ts'

export type Id = number

type Kind = 'text' | 'number' | 'flag' | 'date' | 'instant' | 'choice' | 'reference' | 'list' | 'json' | 'file'

/**
 * What a column tells where not everybody who reads the row may read it: an amount of money or a price, or what a
 * transporter gets for a consignment. `access.ts` says who reads which nature.
 */
export type Nature = 'amount' | 'freight'

/**
 * Who reads a free text, or who somebody is: our own people, they and the sites that dispatch, or everybody who reads the
 * row. Of a login for `staff`, others still read the names of their own side. What names a row is for its readers.
 */
export type Audience = 'staff' | 'site' | 'readers'

/** The words of options for our own people, and for buyers where theirs differ. */
export interface OptionWords {
  readonly staff: Readonly<Record<string, string>>
  readonly buyer: Readonly<Record<string, string>>
}

/** How a record is doing: it waits, moves, is done, went wrong, has ended, or nothing is asked of anybody. */
export type Tone = 'wait' | 'go' | 'ok' | 'bad' | 'end' | 'calm'

// biome-ignore lint/suspicious/noExplicitAny: a field of whatever value
export interface Field<Value = any, Optional extends boolean = boolean> {
  kind: Kind
  optional: Optional
  label?: string
  hint?: string
  /** Other headings under which an import file may name this column. */
  aliases?: readonly string[]
  /** No two rows share it, apart from the natural key; a deactivated row keeps it. */
  unique?: boolean
  default?: Value
  /** Bounds of a number in the shown unit (rupees, percent, kilograms); of a text, its length. */
  min?: number
  max?: number
  /**
   * Digits after the point. Numbers are stored as integers (paise, hundredths, thousandths), exact on every database.
   */
  scale?: number
  unit?: '₹' | '%' | 'kg' | 'bytes'
  /** Of rupees: what a customer owes, or below zero what is owed to them; files may say so by Dr and Cr. */
  balance?: true
  /** More than one line of text. */
  long?: boolean
  /** Read as it is typed, with its spaces and whatever else is in it. */
  asTyped?: true
  /** Of an instant in a file: a day alone is read too, and is then a day. */
  orDay?: true
  /** Of an instant: shown with its seconds. */
  seconds?: boolean
  /** A text that names a resource, of which people read the title. */
  namesResource?: boolean
  /** A financial year stored as `2627`, which people read as 2026-27. */
  financialYear?: true
  /** A month by its number in the calendar, in the financial year of the field named: people read Apr 2026. */
  monthOf?: string
  format?: Format
  options?: readonly string[]
  /** How a record is doing with an option or a Yes, where it is a state: screens draw an icon beside its word. */
  tones?: Readonly<Record<string, Tone>>
  /** What files of offices write for an option, besides itself and its words. */
  alsoCalled?: Readonly<Partial<Record<string, readonly string[]>>>
  /** What people read instead of the option, on screens and in files as shown. */
  words?: OptionWords
  /**
   * The resource a reference points at, and which of its rows may be chosen; `$customerId` is the customer of this row.
   */
  to?: string
  where?: Readonly<Record<string, string | boolean>>
  /** It refers to the row that is chosen in place of this one once this one is inactive. */
  takesPlace?: true
  /** The code of the row that a new row refers to where none is given. */
  defaultCode?: string
  /** SAP owns it: people enter it only with a new row, afterwards SAP decides. */
  sap?: boolean
  /** Only the product itself writes it: numbers, states, totals, traces. */
  server?: boolean
  /** Says something to the product alone, such as which of two rows holds a number: no page or list shows it. */
  marker?: true
  /** Never leaves the server: hashes and tokens. */
  secret?: boolean
  nature?: Nature
  audience?: Audience
  /** These roles get rows without this key, besides those that its nature hides it from. */
  hiddenFrom?: readonly Role[]
  /**
   * These roles see only a few of its characters (`maskOf`) and do not search it, unless they may change it; what SAP
   * keeps they enter only with new rows.
   */
  maskedFor?: readonly Role[]
  /** Of a computed column: the resources it is computed from; who may not read them does not get it. */
  reads?: readonly string[]
  /**
   * The type of attachment that forms upload into this field, and its file endings; other files are uploaded on pages
   * of their own.
   */
  sentFor?: string
  accept?: string
  /** It has a value only in rows like these; elsewhere forms leave it out, and a value is refused. */
  onlyIf?: Condition
  /** Optional, but required in rows like these. */
  requiredIf?: Condition
  /** People may no longer change it in rows that fulfil this already. */
  lockedIf?: Condition
  /** Of a day: people enter today or later, also in files; the day of a saved row may stay as it is. */
  fromToday?: true
  /**
   * Optional for SAP, which has no such field, and required of people: a row without it is named in `toComplete`, and
   * counts for no order until somebody has entered it.
   */
  completedLater?: true
}

type Common<Value> = Pick<
  Partial<Field<Value>>,
  | 'optional'
  | 'label'
  | 'hint'
  | 'aliases'
  | 'alsoCalled'
  | 'unique'
  | 'default'
  | 'sap'
  | 'server'
  | 'marker'
  | 'secret'
  | 'nature'
  | 'audience'
  | 'hiddenFrom'
  | 'maskedFor'
  | 'reads'
  | 'takesPlace'
  | 'onlyIf'
  | 'requiredIf'
  | 'lockedIf'
  | 'fromToday'
  | 'completedLater'
  | 'tones'
  | 'words'
>
type TextOptions = Common<string> &
  Pick<Field, 'financialYear'> & { min?: number; max?: number; long?: boolean; format?: Format }
type NumberOptions = Common<number> &
  Pick<Field, 'monthOf' | 'balance'> & { min?: number; max?: number; unit?: Field['unit'] }
type ReferenceOptions = Common<Id> & Pick<Field, 'where' | 'defaultCode'>
type IsOptional<Options> = Options extends { optional: true } ? true : false

const field = <Value, Options>(kind: Kind, options: Options & Partial<Field<Value>>) =>
  ({ optional: false, ...options, kind }) as Field<Value, IsOptional<Options>>

export const text = <const O extends TextOptions>(options = {} as O) =>
  field<string, O>('text', { max: 120, ...options })
/** A business code: trimmed, upper-cased, compared alike on every database. */
export const code = <const O extends TextOptions>(options = {} as O) =>
  field<string, O>('text', { max: 10, format: 'code', ...options })

/** A password, which is not trimmed. */
export const password = <const O extends Common<string>>(options = {} as O) =>
  field<string, O>('text', { max: 200, ...options, asTyped: true })

type AddressOptions = Common<string> & { max?: number }

/** A web address: https, without a user; http only on this machine, outside production. Stored normalised. */
export const url = <const O extends AddressOptions>(options = {} as O) =>
  field<string, O>('text', { max: 255, ...options, format: 'url' })
/** A web address without a path: scheme, host and port. */
export const origin = <const O extends AddressOptions>(options = {} as O) =>
  field<string, O>('text', { max: 255, ...options, format: 'origin' })
/** Several origins with spaces between. */
export const origins = <const O extends AddressOptions>(options = {} as O) =>
  field<string, O>('text', { max: 500, ...options, format: 'origins' })

const number =
  (scale: number, more: Partial<Field<number>> = {}) =>
  <const O extends NumberOptions>(options = {} as O) =>
    field<number, O>('number', { scale, ...more, ...options })

export const integer = number(0)
/** Rupees, stored as whole paise. */
export const money = number(2, { unit: '₹' })
/** Percent, stored as whole hundredths. */
export const percent = number(2, { unit: '%', min: 0, max: 100 })
/** A quantity in the sales unit, stored as whole thousandths. */
export const quantity = number(3, { min: 0 })
/** Kilograms, stored as whole grams. */
export const weight = number(3, { unit: 'kg', min: 0 })
/** A number with `scale` digits after the point, stored as a whole number of its smallest step. */
export const decimal = <const O extends NumberOptions & { scale: number }>(options: O) =>
  field<number, O>('number', options)

export const flag = <const O extends Common<boolean>>(options = {} as O) =>
  field<boolean, O>('flag', { default: false, ...options })
export const date = <const O extends Common<string>>(options = {} as O) => field<string, O>('date', options)
export const instant = <const O extends Common<string>>(options = {} as O) => field<string, O>('instant', options)

export const choice = <const Option extends string, const O extends Common<NoInfer<Option>>>(
  options: readonly Option[],
  rest = {} as O,
) => field<Option, O>('choice', { ...rest, options })

/** Any number of the given options, stored as a JSON list. */
export const list = <const Option extends string, const O extends Common<NoInfer<Option>[]>>(
  options: readonly Option[],
  rest = {} as O,
) => field<Option[], O>('list', { ...rest, options })

/** Anything that JSON holds: traces and payloads. Only the product itself writes it. */
export const json = <Value, const O extends Common<Value> = Record<never, never>>(options = {} as O) =>
  field<Value, O>('json', { server: true, ...options })

/**
 * A row of another resource. Where two files would import each other, its name is given instead; the registry refuses
 * to load when no such resource is declared.
 */
export const reference = <const O extends ReferenceOptions>(to: { name: string } | string, options = {} as O) =>
  field<Id, O>('reference', { ...options, to: typeof to === 'string' ? to : to.name })

/** Another row of the same resource. */
export const self = <const O extends ReferenceOptions>(options = {} as O) =>
  field<Id, O>('reference', { ...options, to: SELF })
export const SELF = 'self'

/** An uploaded file: a reference to its attachment. */
export const file = <const O extends Common<Id> & Pick<Field, 'sentFor' | 'accept'>>(options = {} as O) =>
  field<Id, O>('file', { ...options, to: 'attachment' })

/** The labels of the `completedLater` fields that are still empty; a save writes it. */
export const toComplete = (options: Pick<Field, 'audience'> = {}) =>
  text({
    audience: 'site',
    ...options,
    max: 120,
    optional: true,
    server: true,
    label: 'To complete',
    hint: 'Missing in SAP: enter it before orders can be placed',
  })

/**
 * When a row counts: closed interval of business days. Two active rows of one key must not overlap. `fromToday` refuses a
 * start in the past.
 */
export const effectivePeriod = ({ fromToday }: { fromToday?: true } = {}) => ({
  validFrom: date({ label: 'Valid from', ...(fromToday && { fromToday, hint: 'Today or later' }) }),
  validTo: date({ label: 'Valid to', default: '9999-12-31' }),
})

/**
 * A second person confirms a new row before it counts, and every later change of it: until then the row counts as it was
 * confirmed, and the change waits in `pendingChange`.
 */
export const confirmation = () => ({
  confirmStatus: choice(['PENDING', 'CONFIRMED', 'CHANGE_PENDING', 'WITHDRAWN'], {
    default: 'PENDING',
    server: true,
    label: 'Confirmation',
  }),
  confirmedById: reference('user', { audience: 'staff', optional: true, server: true, label: 'Confirmed by' }),
  pendingChange: json<Record<string, unknown>, { optional: true; label: string; nature: 'amount' }>({
    optional: true,
    label: 'Proposed change',
    // It holds the amounts that are proposed.
    nature: 'amount',
  }),
  proposedById: reference('user', { audience: 'staff', optional: true, server: true, label: 'Change proposed by' }),
})
