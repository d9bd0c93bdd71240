import { action, type RowAction } from './action.ts'
import type { Closing } from './closing.ts'
import type { Computed } from './computed.ts'
import type { Condition } from './condition.ts'
import { FOREVER } from './dates.ts'
import { date, type Field, type Id, type Nature, type Tone } from './fields.ts'
import type { Period } from './periods.ts'
import { type Access, type Held, heldOf, type Letter, may } from './rights.ts'
import type { Group, LineFact, Role, Scope } from './vocabulary.ts'

type Fields = Record<string, Field>
type Value<F> = F extends Field<infer V, infer Optional> ? (Optional extends true ? V | null : V) : never
type Simplify<T> = { [K in keyof T]: T[K] } & {}

/** What every row has besides its declared fields: who, when, and the version that guards an update. */
export interface SystemColumns {
  rowVersion: number
  createdAt: string
  createdById: Id | null
  updatedAt: string
  updatedById: Id | null
}

type RowOf<F extends Fields> = { id: Id } & { [K in keyof F]: Value<F[K]> }
type MayOmit<F extends Fields> = {
  // biome-ignore lint/suspicious/noExplicitAny: of whatever value
  [K in keyof F]: F[K] extends Field<any, true> ? K : F[K] extends Field<boolean, boolean> ? K : never
}[keyof F]

export interface Rule<Row> {
  field: keyof Row
  /** The error code, where the domain names one. */
  code?: string
  check: (row: Row) => boolean
  /** Completes the field's label to a sentence: «must not be before the start date». */
  message: string
}

export interface Resource<
  Name extends string = string,
  F extends Fields = Fields,
  ComputedName extends string = string,
  ActionName extends string = string,
> {
  /** The last part of the path and, with underscores, the table. */
  name: Name
  /** Its service is under `/api/`, its screens under `/`. */
  path: string
  title: string
  /** What one of its rows is called, as in «New product»; the title in the singular unless it is declared. */
  one: string
  /**
   * What it is for, in one sentence; heads its page and its API documentation. Of a report: what is added, what is taken
   * off, and on which date.
   */
  purpose: string
  /**
   * A master is kept by people and deactivated, never deleted; a record is written by the product's own commands; a
   * report has no rows of its own.
   */
  kind: 'master' | 'record' | 'report'
  group: Group | undefined
  fields: F
  /** The natural key: by it rows are imported, and no two active rows share it. */
  key: readonly string[]
  /** Rows count from `validFrom` to `validTo`; two active rows of one key must not overlap. */
  dated: boolean
  /** The fields that name a row where another row refers to it, joined by « · ». */
  display: readonly string[]
  /** The columns a list shows at first; also through references (`productId.sbuId`) and computed ones. */
  /** The fields under headings, as the form and the page of a row show them; one without a title where none are declared. */
  sections: readonly Section[]
  list: readonly string[]
  /** What lists say of a state instead of its word, where other columns of the row make it plainer. */
  says?: Says
  /** How a record is doing where what its list says of a state is another matter than the state. */
  saysTone?: SaysTone
  /** The columns that a list shows first, also those that are not in `list`: whom, how much, its state, what next, when. */
  leads: readonly string[]
  /** The same for roles that look for something else first. */
  leadsFor: { readonly [role in Role]?: readonly string[] }
  /**
   * The columns by which a list is usually filtered, in the order of the filter panel; every other field can be too.
   */
  filters: readonly string[]
  /** Its list opens with the rows that count today; for dated ones. */
  currentOnly: boolean
  /** Of a report: the day or instant by which it is always filtered, and what it opens with; without one it shows today. */
  period?: ReportPeriod
  /** Of a report: the columns by which its rows can be grouped, days by their month. */
  groups?: readonly string[]
  /** Of a report: how it opens, where not with its rows. */
  grouped?: Grouping
  /** Of a report: numbers of which groups show the average of their rows. */
  averages?: readonly string[]
  /** Of a report: percentages, or prices of a unit, that groups work out from their sums, a part of a whole. */
  ratios?: Readonly<Record<string, readonly [part: string, whole: string]>>
  /** Of a report: quantities that groups add up within one unit only, each with the column of its unit. */
  units?: Readonly<Record<string, string>>
  /** Of a report: numbers of which groups show the least or the greatest. */
  extremes?: Readonly<Record<string, 'min' | 'max'>>
  /** Of a report: the total of which groups show their share, and their growth on the same days of the year before. */
  compared?: string
  /** Of a report: values by which it is filtered unless the reader filters by that column. */
  usual?: Readonly<Record<string, string>>
  /** Of a report without a period: what it showed is kept each night, so that `asOn` asks for a past day. */
  keptDaily?: true
  /** Of a report: it reads the facts of sales, orders or deliveries, and waits while these are counted after an upgrade. */
  facts?: true
  /**
   * Columns of a report that are worked out for the rows of a page, and empty in its query: it is neither sorted nor
   * filtered by them.
   */
  workedOut?: readonly string[]
  /**
   * Of a report: columns whose filter decides what its rows say, by one value each, with the columns that are shown only
   * while it is set.
   */
  choices?: Readonly<Record<string, readonly string[]>>
  /** The chart above the rows of a report. */
  chart?: ReportChart
  /** Numbers that are summed over all rows of a list. */
  totals: readonly string[]
  /** Columns that are read and not stored: absent from forms, imports and writes. */
  computed: { readonly [name in ComputedName]: Computed }
  search: readonly string[]
  /** Its table may grow to 100,000 rows and more: the texts of its search fields get an index of their own. */
  large: boolean
  sort: readonly string[]
  indexes: readonly (readonly string[])[]
  // biome-ignore lint/suspicious/noExplicitAny: a rule knows its own row, a list of rules does not
  rules: readonly Rule<any>[]
  /** Its rows are closed as one deed. */
  closing?: Closing
  /** What people do with its rows besides writing their fields, by name; the `room.ts` of its room attaches the function of each. */
  actions: { readonly [name in ActionName]: RowAction }
  access: Held
  /** Which lines of open documents a row decides about, so that whoever changes it sees the effect first. */
  whatIf?: WhatIf
  /** The object of SAP that its rows are: one of them can be read again at once, by its code. */
  sapObject?: string
  /** For these roles only the rows whose columns lie in the named scopes; one of several alternatives is enough. */
  within: { readonly [role in Role]?: Within<string> | readonly Within<string>[] }
  /** These roles from outside reach every row: whoever is not our own says either this or `within`. */
  everyRow: readonly Role[]
  /** For these roles columns of a nature only on those of their rows whose columns lie in the named scopes. */
  columnsWithin: { readonly [role in Role]?: { readonly [nature in Nature]?: Within<string> } }
  /**
   * It still needs the masters that it names in rows that fulfil one of these conditions, so that none of them can be
   * deactivated; of a master while it is active.
   */
  openIf?: Condition | readonly Condition[] | 'never'
  /** The reference to the row that this one is a part of: its history is read as far as that row could be read then. */
  partOf?: string
  /**
   * Its rows move money, or loosen what protects it; a condition says which, where not all. A new one and each change
   * wait for a second person, with another login and another role, whatever the settings say.
   */
  movesMoney?: true | Condition
  /** Of rows that move money only what these roles write waits: others change them at once. */
  proposedBy?: readonly Role[]
  /**
   * Who holds a role for one SBU, zone, channel or plant changes its rows, too, though they tell none of these: they belong
   * to a customer, not to all.
   */
  changedInScope?: true
  /** A new row that waits for a second person is not active until then: whoever reads active rows reads none that waits. */
  waitsInactive?: true
  /**
   * The reference to the role that its rows give. Where that is one that confirms (`resources/confirming-roles.ts`), a new
   * row, each change and the end wait for a second person, who may have the same role as the first; a new one counts at
   * once while nobody else could confirm it.
   */
  givesPower?: string
  /** A row that is taken out of use counts no more from that moment: its last day is yesterday; of any other it is today. */
  endsAtOnce?: true
  /** The rows that an employee reads because they must decide about them, or have decided, whatever their roles. */
  asked?: Within<string>
}

// biome-ignore lint/suspicious/noExplicitAny: a function knows its own row, the list of them does not
type Says = { readonly [column in string]: (row: any, reader: 'staff' | 'buyer') => string }

// biome-ignore lint/suspicious/noExplicitAny: as above
type SaysTone = { readonly [column in string]: (row: any) => Tone | undefined }

/** The day or instant by which a report is always filtered, and the period that it opens with. */
export interface ReportPeriod<Name extends string = string> {
  field: Name
  opens: Period
  /** The instant whose Indian day the field is: the period is looked up by it, since an index may serve it. */
  instant?: Name
  /** A flag: rows on which it is set are shown whatever the period. */
  besides?: Name
}

/** One or two columns by which the rows of a report are grouped; with `across` its values stand side by side, each with `of`. */
export interface Grouping<Name extends string = string> {
  by: readonly Name[]
  across?: Name | undefined
  of?: string | undefined
}

/**
 * What a report shows as a chart: sums of amounts by one of the columns that group it, for each unit of another column
 * where it is named.
 */
export interface ReportChart<Name extends string = string> {
  title: string
  /** Shares of a whole, one bar for each, or a line of months. */
  form: 'pie' | 'bar' | 'line'
  by: Name
  /** Shows the column by which the rows are grouped, where they are. */
  follows?: true
  /** Shows the options of its column in their own order, as ages; otherwise the most comes first. */
  inOrder?: true
  sums: readonly Name[]
  per?: Name
  /** Further sums, as a second bar beside each. */
  against?: readonly Name[]
  /** One of the ratios of the report, as a line over the bars. */
  line?: Name
}

interface WhatIf<Name extends string = string> {
  /** The columns of the row that must agree with the line; an empty one agrees with all. */
  lines: { readonly [field in Name]?: LineFact }
  /** The state a row must reach before it counts (confirmed, active); assumed for a row that still waits for it. */
  once?: { readonly [field in Name]?: string }
}

/** Fields that belong together, under their heading. */
export interface Section {
  title: string
  fields: readonly string[]
}

/** Every named column must lie in its scope, or be one of the values; history is read under the values of its time. */
export type Within<Name extends string> = { readonly [field in Name]?: Scope | readonly (string | boolean)[] }

/** A field of the row, one through its references, or a computed one. The registry checks what follows the dot. */
type ColumnName<F, C extends string> = (keyof F & string) | `${keyof F & string}.${string}` | C

interface Declaration<Name extends string, F extends Fields, C extends string, A extends string> {
  name: Name
  title: string
  one?: string
  purpose: string
  fields: F
  key: readonly NoInfer<keyof F & string>[]
  display?: readonly NoInfer<keyof F & string>[]
  list?: readonly NoInfer<ColumnName<F, C> | 'createdAt' | 'createdById'>[]
  says?: Says
  saysTone?: SaysTone
  leads?: readonly NoInfer<ColumnName<F, C> | 'createdAt'>[]
  leadsFor?: { readonly [role in Role]?: readonly NoInfer<ColumnName<F, C> | 'createdAt'>[] }
  filters?: readonly NoInfer<ColumnName<F, C> | 'createdAt' | 'updatedAt'>[]
  currentOnly?: boolean
  totals?: readonly NoInfer<ColumnName<F, C>>[]
  computed?: { readonly [name in C]: Computed }
  /** Headings of a long form, each with its fields; fields named nowhere come last. */
  sections?: Readonly<Record<string, readonly NoInfer<keyof F & string>[]>>
  search?: readonly NoInfer<keyof F & string>[]
  large?: boolean
  /** Ascending unless the name starts with a minus. */
  sort?: readonly NoInfer<(keyof F & string) | `-${keyof F & string}` | '-id'>[]
  /**
   * Database indexes: columns that lists filter and sort by; with `isActive` at the end also lists of the active rows.
   */
  indexes?: readonly (readonly NoInfer<(keyof F & string) | 'isActive'>[])[]
  rules?: readonly Rule<NoInfer<RowOf<F>>>[]
  actions?: { readonly [name in A]: RowAction }
  access: Access
  whatIf?: WhatIf<NoInfer<keyof F & string>>
  sapObject?: string
  closing?: Closing
  within?: { readonly [role in Role]?: OneOrMore<Within<NoInfer<(keyof F & string) | 'id' | 'isActive'>>> }
  everyRow?: readonly Role[]
  openIf?: Resource['openIf']
  columnsWithin?: { readonly [role in Role]?: { readonly [nature in Nature]?: Within<NoInfer<keyof F & string>> } }
  partOf?: NoInfer<keyof F & string>
  asked?: Within<NoInfer<(keyof F & string) | 'id'>>
  movesMoney?: true | Condition
  proposedBy?: readonly Role[]
  changedInScope?: true
  waitsInactive?: true
  givesPower?: NoInfer<keyof F & string>
  endsAtOnce?: true
}

type OneOrMore<T> = T | readonly T[]

/** A row as it is read. */
export type Row<R extends Resource> = Simplify<RowOf<R['fields']> & SystemColumns & { isActive: boolean }>
/** A row as it is created: no id, and what is optional or has a default may be left out. */
export type Draft<R extends Resource> = Simplify<
  { [K in Exclude<keyof R['fields'], MayOmit<R['fields']>>]: Value<R['fields'][K]> } & {
    [K in MayOmit<R['fields']>]?: Value<R['fields'][K]>
  }
>

/** Declares a master: reference data with screens, kept by people. */
export const resource = <
  const Name extends string,
  F extends Fields,
  C extends string = never,
  A extends string = never,
>(
  declared: Declaration<Name, F, C, A> & { group: Group },
): Resource<Name, F, C, A> => complete('master', `${declared.group}/${declared.name}`, declared.group, declared)

/** Declares a record: rows that the product's own commands write and people read. `path` is its service. */
export const record = <const Name extends string, F extends Fields, C extends string = never, A extends string = never>(
  declared: Declaration<Name, F, C, A> & { path: string },
): Resource<Name, F, C, A> => complete('record', declared.path, undefined, declared)

function complete<Name extends string, F extends Fields, C extends string, A extends string>(
  kind: Resource['kind'],
  path: string,
  group: Group | undefined,
  declared: Declaration<Name, F, C, A>,
): Resource<Name, F, C, A> {
  const names = Object.keys(declared.fields)
  const visible = names.filter(name => !declared.fields[name]!.secret && declared.fields[name]!.kind !== 'json')
  const dated = declared.fields.validFrom?.kind === 'date' && declared.fields.validTo?.kind === 'date'
  const key = declared.key as readonly string[]
  const display = (declared.display ?? key.slice(0, 1)) as readonly string[]
  return {
    kind,
    path,
    group,
    name: declared.name,
    title: declared.title,
    one: declared.one ?? singularOf(declared.title),
    purpose: declared.purpose,
    fields: wholeForKeepers(declared.fields, declared.access),
    key,
    dated,
    display,
    sections: sectionsOf(names, declared.sections),
    list: declared.list ?? visible.slice(0, 8),
    ...(declared.says && { says: declared.says }),
    ...(declared.saysTone && { saysTone: declared.saysTone }),
    leads: declared.leads ?? [],
    leadsFor: declared.leadsFor ?? {},
    filters: declared.filters ?? [],
    currentOnly: declared.currentOnly ?? false,
    totals: declared.totals ?? [],
    computed: (declared.computed ?? {}) as Resource<Name, F, C, A>['computed'],
    search: declared.search ?? display.filter(name => declared.fields[name]!.kind === 'text'),
    large: declared.large ?? false,
    sort: declared.sort ?? key,
    indexes: declared.indexes ?? [],
    rules: dated ? [periodInOrder, ...(declared.rules ?? [])] : (declared.rules ?? []),
    actions: (kind === 'master'
      ? onActive({ ...derivedActions(declared.fields, dated, declared), ...declared.actions })
      : (declared.actions ?? {})) as Resource<Name, F, C, A>['actions'],
    access: heldOf(declared.access, kind === 'master' ? 'master' : 'record'),
    ...(declared.whatIf && { whatIf: declared.whatIf as WhatIf }),
    ...(declared.sapObject && { sapObject: declared.sapObject }),
    ...(declared.closing && { closing: declared.closing }),
    within: (declared.within ?? {}) as Resource['within'],
    everyRow: declared.everyRow ?? [],
    columnsWithin: declared.columnsWithin ?? {},
    ...(declared.openIf && { openIf: declared.openIf }),
    ...(declared.partOf && { partOf: declared.partOf }),
    ...(declared.movesMoney && { movesMoney: declared.movesMoney }),
    ...(declared.proposedBy && { proposedBy: declared.proposedBy }),
    ...(declared.changedInScope && { changedInScope: true }),
    ...(declared.waitsInactive && { waitsInactive: true }),
    ...(declared.givesPower && { givesPower: declared.givesPower }),
    ...(declared.endsAtOnce && { endsAtOnce: true }),
    ...(declared.asked && { asked: declared.asked as Within<string> }),
  }
}

/** Columns that are masked for some roles, whole for those of them who may change them. */
function wholeForKeepers<F extends Fields>(fields: F, access: Access): F {
  const whole = Object.entries(fields).map(([name, field]) => {
    const { maskedFor, server, sap } = field
    if (!maskedFor || server || sap) return [name, field]
    const letters: readonly Letter[] = ['C', 'U', 'I']
    return [name, { ...field, maskedFor: maskedFor.filter(role => !letters.some(letter => may(access, role, letter))) }]
  })
  return Object.fromEntries(whole) as F
}

const periodInOrder: Rule<{ validFrom: string; validTo: string | null }> = {
  field: 'validTo',
  code: 'RANGE',
  message: 'must not be before Valid from',
  check: row => row.validFrom <= (row.validTo ?? FOREVER),
}

/** «Reason Codes» holds reason codes, each a «reason code»; words in capitals stay. */
const singularOf = (title: string) => title.replace(/[A-Z][a-z]+/g, word => word.toLowerCase()).replace(/(?<!s)s$/, '')

function sectionsOf(names: readonly string[], declared: Readonly<Record<string, readonly string[]>> = {}): Section[] {
  const sections = Object.entries(declared).map(([title, fields]) => ({ title, fields }))
  if (sections.length === 0) return [{ title: '', fields: names }]
  const left = names.filter(name => !sections.some(({ fields }) => fields.includes(name)))
  const [period, rest] = [left.filter(name => PERIOD.includes(name)), left.filter(name => !PERIOD.includes(name))]
  return [...sections, { title: 'Validity', fields: period }, { title: 'More', fields: rest }].filter(
    ({ fields }) => fields.length > 0,
  )
}

const PERIOD = ['validFrom', 'validTo']

/** The derived actions of every master of its kind: ending a period, confirming a limit by a second person. */
function derivedActions(
  fields: Fields,
  dated: boolean,
  { movesMoney, waitsInactive, givesPower }: Pick<Resource, 'movesMoney' | 'waitsInactive' | 'givesPower'>,
): Record<string, RowAction> {
  const ofMoney = { confirm: confirmMoney, withdraw: waitsInactive ? withdrawAll : withdrawMoney }
  const ofPower = { confirm: confirmPower, withdraw: withdrawAll }
  return {
    ...(dated && { endDate }),
    ...('pendingChange' in fields && (movesMoney ? ofMoney : givesPower ? ofPower : { confirm, withdraw })),
  }
}

const endDate = action({
  label: 'Set end date',
  done: 'End date set',
  letter: 'U',
  on: 'rows',
  inputs: { validTo: date({ label: 'Last day', hint: 'Valid through this day' }) },
})
const confirm = action({
  label: 'Confirm',
  done: 'Confirmed',
  letter: 'U',
  on: 'rows',
  when: { confirmStatus: ['PENDING', 'CHANGE_PENDING'] },
  confirm: 'It applies from then on. You can only confirm what another person wrote.',
  // Who wrote a new row, or proposed a change of one.
  notBy: ['proposedById', 'updatedById'],
})
const withdraw = action({
  label: 'Withdraw change',
  done: 'Change withdrawn',
  letter: 'U',
  on: 'rows',
  when: { confirmStatus: 'CHANGE_PENDING' },
  confirm: 'The proposed change is dropped. The confirmed values stay in force.',
  danger: true,
})
const confirmMoney = action({
  ...confirm,
  letter: 'A',
  // To activate a row again is a change, too.
  when: { ...confirm.when, isActive: [true, false] },
  confirm: 'It applies from then on. You can only confirm what another person with another role wrote.',
})
const withdrawMoney = action({ ...withdraw, when: { ...withdraw.when, isActive: [true, false] } })
const confirmPower = action({
  ...confirmMoney,
  confirm: 'It applies from then on. You can only confirm what another person wrote, and not for yourself.',
})
/** Takes back new rows, too: where those cannot be deactivated, or an end waits as well. */
const withdrawAll = action({
  ...withdraw,
  label: 'Withdraw',
  done: 'Withdrawn',
  when: { confirmStatus: ['PENDING', 'CHANGE_PENDING'], isActive: [true, false] },
  confirm: 'What was proposed is dropped. What was confirmed stays in force.',
})

const onActive = (actions: Record<string, RowAction>) =>
  Object.fromEntries(
    Object.entries(actions).map(([name, one]) => [
      name,
      one.on === 'list' ? one : { ...one, when: { isActive: true, ...one.when } },
    ]),
  )

/** The table of a resource: its name with underscores. */
export const tableOf = ({ name }: { name: string }) => name.replaceAll('-', '_')

/** The key that no two active rows share: a dated row may follow another of its key. */
export const uniqueKeyOf = ({ key, dated }: Resource) => (dated ? [...key, 'validFrom'] : key)
