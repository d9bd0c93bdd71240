import type { Knex } from 'knex'
import { insertRows, updateRow } from '../../../api/derive/save/write.ts'
import { setClock, today } from '../../../api/platform/clock.ts'
import { saveFile } from '../../../api/platform/stored-files.ts'
import { addDays } from '../../../resources/define/dates.ts'
import type { Field } from '../../../resources/define/fields.ts'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { resourceNamed, resources } from '../../../resources/registry.ts'
import { Canaries, type Canary } from './marks.ts'
import { DRAFTED, DRAFTED_PARTS, type Story, stories } from './stories.ts'

type Made = RowValues & { id: number }

/** A row of the world: what it is of, which story it belongs to, and to which rows it refers by which columns. */
export interface WorldRow {
  resource: Resource
  id: number
  story: Story
  row: RowValues
  /** Somebody or a file that one column of one other row names, and nothing else. */
  isNamed?: true
}

export interface CanaryWorld {
  canaries: Canaries
  rows: readonly WorldRow[]
  /** The first row of a resource in a story. */
  idOf(story: string, resource: string): number
  /** By user: the resource, row and column that names them; of the two authors of a story, `createdById` and `updatedById`. */
  authors: ReadonlySet<number>
  /** Who changed every row of a story, by user. */
  changers: ReadonlyMap<number, Story>
}

/** What the demo company has already, and what only the product itself can make sense of. */
export const shared: readonly string[] = [
  'state',
  'state-city',
  'zone',
  'channel',
  'role',
  'order-type',
  'customer-segment',
  'number-series',
  'app-setting',
  'job-lock',
  'retention',
  'sap-sending',
  'credit-turn',
  'holiday',
  'message-template',
  'audit-entry',
  'product-row',
]

/** Rows of the demo company that the stories are about. */
const pinned = ['customer', 'ship-to', 'sbu', 'department', 'plant', 'transporter', 'products'] as const

/** Of which the demo company has one for each plant. */
const standing = ['cnf', 'toll-center', 'central-warehouse']

/** Where a random word would be no answer, or too good a one. */
const FIXED: Record<string, (story: Story) => RowValues> = {
  order: story => ({ ...story.order, currency: 'INR', deletedAt: null, replacesOrderId: null, currentTaskId: null }),
  'order-line': () => ({ lineStatus: 'OPEN', deletedAt: null, reorderedLineId: null, eudNeeds: null, uom: 'EA' }),
  'order-step': () => ({ step: 'submit', fromStatus: 'DRAFT', toStatus: 'PENDING' }),
  'approval-task': story => ({ status: 'PENDING', assigneeCustomerId: null, ...story.task }),
  attachment: () => ({
    ownerType: 'LIBRARY',
    ownerId: null,
    storageKey: '',
    audience: ['SALES_REP'],
    withdrawnAt: null,
    mimeType: 'text/plain',
  }),
  banner: () => ({
    audience: 'EMPLOYEE',
    placement: 'HOME',
    linkUrl: null,
    customerSegmentId: null,
    validTo: '2099-12-31T00:00:00.000Z',
  }),
  'message-log': () => ({ status: 'SENT', secrets: null, attach: null, ownerType: 'order' }),
  // Buyers read the pages of a POD that counts.
  pod: () => ({ releasedNo: 0 }),
  // What still waits to be read is worked on while the suite asks.
  'pod-batch': () => ({ status: 'READY' }),
  'coa-batch': () => ({ status: 'DONE' }),
  'report-file': () => ({ status: 'CANCELLED' }),
  'payment-transaction': () => ({ status: 'SUCCESS' }),
  'sap-outbox': () => ({ status: 'DONE' }),
  'sap-sync-run': () => ({ status: 'OK' }),
  'import-job': () => ({
    status: 'DONE',
    importType: 'access-control/customer',
    warnings: [],
    unknownColumns: [],
    missingColumns: [],
    paramsJson: null,
  }),
  'import-job-row': () => ({ changes: null, warnings: null }),
  'idempotency-key': () => ({ status: 'DONE' }),
  'grid-view': () => ({ grid: 'masters/transporter', scope: 'ME', state: { query: '' } }),
  'order-template': () => ({ lines: [] }),
  'rule-hole': () => ({ mends: [] }),
  'rate-contract-errors': () => ({ status: 'OPEN', goodRows: [] }),
  user: () => ({ userType: 'EMPLOYEE', customerId: null, transporterId: null, plantId: null }),
  employee: () => ({
    managerId: null,
    delegateEmployeeId: null,
    delegateFrom: null,
    delegateTo: null,
    dateOfLeaving: null,
  }),
  lr: () => ({
    businessLine: 'CORE',
    deliveryStatus: 'IN_TRANSIT',
    deliveredOn: null,
    sigmaPlantCode: null,
    fy: '2627',
  }),
  // Something of its invoice still waits for another LR.
  'lr-line-item': () => ({ qty: 1 }),
  'assign-roles': () => ({ scopeType: 'OWN', scopeRef: null }),
  'access-request': () => ({ status: 'OPEN' }),
  'login-session': () => ({ viewAsUserId: null, viewAsUntil: null, result: 'OK' }),
  transporter: () => ({ trackingUrlTemplate: 'https://test.example/{lr_no}' }),
  'eud-block': () => ({ status: 'ACTIVE', reason: 'MISUSE_SUSPECTED', origin: 'MANUAL' }),
  'employee-sigma-map': () => ({ mapType: 'CUSTOMER', plantCode: null }),
  'block-customer-order-creation': () => ({ blockMode: 'WARN' }),
  'perennial-non-available-items': () => ({ action: 'WARN' }),
}

/** Several rows where rows of one resource are read by different people. */
const VARIANTS: Record<string, readonly RowValues[]> = {
  'order-comment': [{ isInternal: false }, { isInternal: true }],
  invoice: [{ invoiceType: 'INVOICE' }],
}

/** Stands where a column would: why a row was changed, in the words of whoever did. */
export const REASON = 'reason of a change'

/** A day that the periods of lists, reports and tiles still show. */
const RECENTLY = addDays(today(), -59)

const FIRST_DAY = '2026-09-01T06:00:00.000Z'
const SECOND_DAY = '2026-09-02T06:00:00.000Z'
const THIRD_DAY = '2026-09-03T06:00:00.000Z'

/** Fills the demo company with stories in which every column of every row holds a canary, and held another one before. */
export async function writeWorld(db: Knex, home: string): Promise<CanaryWorld> {
  const maker = new Maker(db, home)
  try {
    await db.transaction(async trx => {
      maker.db = trx
      for (const story of stories) await maker.tell(story)
    })
  } finally {
    setClock(null)
  }
  return maker
}

class Maker implements CanaryWorld {
  readonly canaries = new Canaries()
  readonly rows: WorldRow[] = []
  readonly authors = new Set<number>()
  readonly changers = new Map<number, Story>()
  db: Knex
  readonly #home: string
  #short = 0
  /** Those of the people and files that the row being written names. */
  #beside: Canary[] = []
  readonly #ids = new Map<string, number>()
  readonly #first = new Map<string, Made>()
  #story!: Story
  #context!: Map<string, number>
  constructor(db: Knex, home: string) {
    this.db = db
    this.#home = home
  }

  idOf(story: string, resource: string): number {
    const found = this.#ids.get(`${story} ${resource}`)
    if (!found) throw new Error(`No ${resource} in the story of ${story}`)
    return found
  }

  async tell(story: Story) {
    this.#story = story
    this.#context = await this.#pinned(story)
    setClock(FIRST_DAY)
    const [creator, changer] = [await this.#person('user'), await this.#person('user', await this.#sideOf(story))]
    for (const id of [creator, changer]) this.authors.add(id)
    this.changers.set(changer, story)
    const author = (id: number) => ({ id, source: 'SYSTEM' as const, ip: null, requestId: null })
    const made: { resource: Resource; row: Made; isPinned: boolean }[] = []
    const wanted = resources.filter(({ name }) => !shared.includes(name) && isTold(name, story))
    for (const resource of inOrder(wanted)) {
      const known =
        !story.drafts && pinned.includes(resource.name as never) ? this.#context.get(resource.name) : undefined
      if (known) {
        const row: Made = await this.db(tableOf(resource)).where({ id: known }).first()
        made.push({ resource, row, isPinned: true })
        continue
      }
      if (pinned.includes(resource.name as never)) continue
      for (const variant of VARIANTS[resource.name] ?? [{}]) {
        const one = await this.#insert(resource, variant, author(creator))
        if (!one) continue
        if (!this.#context.has(resource.name)) this.#context.set(resource.name, one.row.id)
        made.push({ resource, ...one })
      }
    }
    // Lines are written before what they belong to is issued.
    setClock(SECOND_DAY)
    for (const [name, id] of this.#context) this.#ids.set(`${story.name} ${name}`, id)
    const parents = made.filter(({ resource }) => DRAFTED.includes(resource.name))
    for (const one of [...made.filter(one => !parents.includes(one)), ...parents]) {
      if (parents.includes(one)) setClock(THIRD_DAY)
      await this.#change(one, author(changer))
    }
  }

  /** The columns of the login that changes a story. */
  async #sideOf({ changedBy }: Story): Promise<RowValues> {
    if (!changedBy) return {}
    const { userType, ...of } = changedBy
    const [[table, code]] = Object.entries(of) as [[string, string]]
    return { userType, [`${table}Id`]: (await this.#any(table, { code })).id }
  }

  async #pinned(story: Story) {
    const context = new Map<string, number>()
    const put = async (name: string, where: RowValues) => {
      const row = await this.db(tableOf({ name })).where(where).first('id')
      if (!row) throw new Error(`The demo company has no ${name} ${JSON.stringify(where)}`)
      context.set(name, row.id)
      return row.id as number
    }
    const customer = await put('customer', { code: story.customer })
    await put('ship-to', { customerId: customer })
    await put('sbu', { code: story.sbu })
    await put('department', { code: story.department })
    await put('plant', { code: story.plant })
    await put('transporter', { code: story.transporter })
    await put('products', { code: story.product })
    const { channelId, stateId, cityId } = await this.db('customer').where({ code: story.customer }).first()
    await put('order-type', { code: 'STD' })
    context.set('channel', channelId)
    context.set('state', stateId)
    context.set('state-city', cityId)
    return context
  }

  async #insert(
    resource: Resource,
    variant: RowValues,
    author: Author,
  ): Promise<{ row: Made; isPinned: boolean } | undefined> {
    const marks: Canary[] = []
    const row: RowValues = {}
    const fixed = { ...FIXED[resource.name]?.(this.#story), ...variant }
    if (resource.name === 'assign-roles') fixed.roleId = (await this.#any('role', { code: 'QA' })).id
    if (resource.name === 'attachment') fixed.storageKey = (await saveFile(this.#home, Buffer.from('A document'))).key
    if (DRAFTED.includes(resource.name)) fixed.status = 'DRAFT'
    this.#beside = []
    for (const [name, field] of Object.entries(resource.fields))
      row[name] = name in fixed ? fixed[name] : await this.#value(resource, name, field, { past: true, marks })
    try {
      const [made] = (await insertRows(this.db, resource, [row], author)) as Made[]
      for (const mark of marks) mark.row = made!.id
      return { row: made!, isPinned: false }
    } catch (error) {
      if (!/unique|duplicate/i.test(String(error))) throw new Error(`${resource.name}: ${error}`)
      for (const mark of [...marks, ...this.#beside]) this.canaries.recall(mark)
      return this.#standing(resource, row)
    }
  }

  /** Where the demo company has a row of this key already, that one is the story's. */
  async #standing(resource: Resource, values: RowValues): Promise<{ row: Made; isPinned: boolean } | undefined> {
    const names = Object.entries(resource.fields)
      .filter(([name, { kind, unique }]) => kind === 'reference' && (unique || resource.key.includes(name)))
      .map(([name]) => name)
    if (names.length === 0) return undefined
    const row = await this.db(tableOf(resource))
      .where(Object.fromEntries(names.map(name => [name, values[name]])))
      .first()
    return row && { row, isPinned: true }
  }

  /** Every canary of a row flies away, and another one comes. */
  async #change({ resource, row, isPinned }: { resource: Resource; row: Made; isPinned: boolean }, author: Author) {
    const marks: Canary[] = []
    const change: RowValues = {}
    const fixed = FIXED[resource.name]?.(this.#story) ?? {}
    if (this.rows.some(one => one.resource === resource && one.id === row.id)) return
    for (const [name, field] of Object.entries(resource.fields)) {
      if (name in fixed || !holdsCanary(name, field)) continue
      if (isPinned && isStructural(name, field)) continue
      change[name] = await this.#value(resource, name, field, { past: false, marks })
    }
    if (DRAFTED.includes(resource.name) && !this.#story.drafts)
      change.status = resource.name === 'customer-annexure' ? 'ISSUED' : 'ACTIVE'
    const reason: Canary = { resource: resource.name, row: row.id, column: REASON, past: false }
    if (Object.keys(change).length > 0)
      await updateRow(this.db, resource, row as never, change as never, {
        ...author,
        reason: this.canaries.text(reason),
      })
    for (const mark of marks) mark.row = row.id
    this.rows.push({ resource, id: row.id, story: this.#story, row: { ...row, ...change } })
  }

  async #value(
    resource: Resource,
    column: string,
    field: Field,
    { past, marks }: { past: boolean; marks: Canary[] },
  ): Promise<unknown> {
    const canary: Canary = { resource: resource.name, row: 0, column, past }
    const mark = () => {
      marks.push(canary)
      return canary
    }
    switch (field.kind) {
      case 'text':
        if (holdsCanary(column, field)) return fitting(field, this.canaries.text(mark()))
        return shortText(field, ++this.#short)
      case 'number':
        if (holdsCanary(column, field)) return this.canaries.number(mark())
        return column === 'lineNo' ? 10 : Math.max(field.min ?? 1, 1) * 10 ** (field.scale ?? 0)
      case 'json':
        return { ...(SHAPES[resource.name] ?? { steps: [] }), note: this.canaries.text(mark()) }
      case 'flag':
        return false
      case 'date':
        return DATES[column] ?? RECENTLY
      case 'instant':
        return `${RECENTLY}T06:00:00.000Z`
      case 'choice':
        return field.options![0]
      case 'list':
        return [field.options![0]]
      case 'file':
        return this.#file(resource.name, field.secret)
      case 'reference':
        return this.#reference(resource, column, field)
    }
  }

  async #reference(resource: Resource, column: string, field: Field): Promise<number | null> {
    const to = field.to === 'self' ? resource.name : field.to!
    if (field.to === 'self') return null
    if (to === 'user' || to === 'employee') return this.#person(to)
    if (to === 'attachment') return this.#file(resource.name)
    if (
      ['soldToId', 'billToId', 'payerId', 'distributorId'].includes(column) ||
      (resource.name === 'shipment' && to === 'customer')
    )
      return (await this.#any('customer', { code: this.#story.soldTo })).id
    if (field.where) return (await this.#any(to, field.where)).id
    return this.#context.get(to) ?? (field.optional ? null : (await this.#any(to, field.where ?? {})).id)
  }

  async #any(name: string, where: RowValues): Promise<Made> {
    const key = `${name} ${JSON.stringify(where)}`
    const known = this.#first.get(key)
    if (known) return known
    const plain = Object.fromEntries(Object.entries(where).filter(([, value]) => !String(value).startsWith('$')))
    const row: Made | undefined = await this.db(tableOf({ name })).where(plain).first()
    if (!row) throw new Error(`There is no ${key}`)
    this.#first.set(key, row)
    return row
  }

  /** Somebody whom one column of one row names, and nothing else. */
  async #person(name: 'user' | 'employee', side: RowValues = {}): Promise<number> {
    const resource = resourceNamed(name)
    const marks: Canary[] = []
    const text = (column: string) => {
      const canary: Canary = { resource: name, row: 0, column, past: false }
      marks.push(canary)
      return this.canaries.text(canary)
    }
    const values =
      name === 'user'
        ? {
            loginId: text('loginId'),
            name: text('name'),
            email: text('email'),
            userType: 'EMPLOYEE',
            mustChangePassword: false,
            failedCount: 0,
            isLocked: false,
            inviteStatus: 'NONE',
            ...side,
          }
        : {
            employeeCode: text('employeeCode'),
            name: text('name'),
            email: text('email'),
            designation: text('designation'),
            mobile: '9000012345',
            dateOfJoining: '2020-01-01',
          }
    const [made] = (await insertRows(this.db, resource, [values as never], asStory)) as Made[]
    for (const mark of marks) mark.row = made!.id
    this.#beside.push(...marks)
    this.rows.push({ resource, id: made!.id, story: this.#story, row: made!, isNamed: true })
    return made!.id
  }

  /** A file that one column of one row names; its bytes hold a canary as well. */
  async #file(owner: string, isSecret = false): Promise<number> {
    const resource = resourceNamed('attachment')
    const marks: Canary[] = []
    const text = (column: string) => {
      const canary: Canary = { resource: 'attachment', row: 0, column, past: false }
      marks.push(canary)
      return this.canaries.text(canary)
    }
    const ownerType = OWNERS[owner] ?? 'OTHER'
    // Of anything else nobody opens a file, and it is known by its title.
    const bytes = ownerType === 'OTHER' ? 'A file' : text('bytes')
    const { key, size, sha256 } = await saveFile(this.#home, Buffer.from(bytes))
    const values = {
      ownerType,
      // What a secret column names, nobody is shown.
      title: isSecret ? 'A file' : text('title'),
      fileName: ownerType === 'OTHER' ? 'file.txt' : `${text('fileName')}.txt`,
      mimeType: 'text/plain',
      sizeBytes: size,
      sha256,
      storageKey: key,
      versionNo: 1,
      scanStatus: 'SKIPPED',
    }
    const [made] = (await insertRows(this.db, resource, [values as never], asStory)) as Made[]
    for (const mark of marks) mark.row = made!.id
    this.#beside.push(...marks)
    this.rows.push({ resource, id: made!.id, story: this.#story, row: made!, isNamed: true })
    return made!.id
  }
}

/** What a file is sent for, by whose row names it. */
const OWNERS: Readonly<Record<string, string>> = {
  order: 'ORDER',
  'eud-document': 'EUD',
  'rate-contract-customer': 'CONTRACT',
  'customer-annexure': 'ANNEXURE',
  banner: 'BANNER',
  'pod-page': 'POD',
}

type Author = Parameters<typeof insertRows>[3]
const asStory: Author = { id: null, source: 'SYSTEM', ip: null, requestId: null }

const DATES: Record<string, string> = {
  validFrom: '2026-02-03',
  validTo: '9999-12-31',
  agreementFrom: '2026-02-03',
  agreementTo: '2099-12-31',
}

/** A customer who pays has no distributor, and drafts exist only of resources that have a draft state. */
const isTold = (name: string, { drafts, customer, soldTo }: Story) =>
  drafts ? isDrafted(name) : customer !== soldTo || !['dist-cust-mapping', 'distributor-product-map'].includes(name)

/** What readers find in the JSON of a resource, beside a canary. */
const SHAPES: Readonly<Record<string, object>> = {
  'sap-attempt': { said: [] },
  'order-terms': { shipToId: 1, freightTerms: 'FOR', transMode: 'AIR', paymentTermsDays: 30, lines: [] },
}

const isDrafted = (name: string) => DRAFTED.includes(name) || DRAFTED_PARTS.includes(name)

/** What rows are known by, and what other systems must be able to read. */
const isStructural = (name: string, { kind, format, hiddenFrom, maskedFor }: Field) =>
  !hiddenFrom &&
  !maskedFor &&
  (kind !== 'text' ||
    name === 'loginId' ||
    format === 'time' ||
    format === 'code' ||
    format === 'article' ||
    format === 'sapNumber' ||
    format === 'digits' ||
    format === 'drugLicence')

/** Counts, ranks and keys are the same in many rows, and a canary that is none would mean nothing. */
function holdsCanary(name: string, field: Field): boolean {
  if (field.kind === 'json') return true
  // A save writes it anew from the labels of empty fields.
  if (name === 'toComplete') return false
  if (field.kind === 'text') return field.max! >= 8 && field.format !== 'time'
  return field.kind === 'number' && name !== 'lineNo' && ((field.scale ?? 0) > 0 || field.hiddenFrom !== undefined)
}

/** Whether every row of the stories holds a canary in this column; some columns must say what the portal can go by. */
export function isMarked(resource: Resource, name: string): boolean {
  const field = resource.fields[name]!
  if (shared.includes(resource.name) || !holdsCanary(name, field)) return false
  if (stories.some(story => name in (FIXED[resource.name]?.(story) ?? {}))) return false
  return !([...pinned, ...standing] as string[]).includes(resource.name) || !isStructural(name, field)
}

/** A mask must break the mark: of a PAN it leaves five characters and one, of an account four. */
const fitting = (field: Field, mark: string) => (field.maskedFor ? `${mark}AA` : mark)

function shortText({ format, max }: Field, n: number): string {
  if (format === 'pincode') return '411001'
  if (format === 'time') return '15:00'
  return (36 ** Math.min(max!, 4) - n).toString(36).toUpperCase().slice(-max!)
}

/** What others refer to comes first. */
function inOrder(wanted: readonly Resource[]): Resource[] {
  const sorted: Resource[] = []
  const visit = (resource: Resource, above: readonly string[]) => {
    if (sorted.includes(resource) || above.includes(resource.name)) return
    for (const { to, optional } of Object.values(resource.fields)) {
      const next = to && to !== 'self' ? wanted.find(({ name }) => name === to) : undefined
      if (next && !(optional && next.name === 'approval-task')) visit(next, [...above, resource.name])
    }
    sorted.push(resource)
  }
  for (const resource of wanted) visit(resource, [])
  return sorted
}
