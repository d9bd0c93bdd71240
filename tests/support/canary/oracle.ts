import type { Knex } from 'knex'
import type { Resource, Within } from '../../../resources/define/resource.ts'
import { tableOf } from '../../../resources/define/resource.ts'
import { resourceNamed, resources } from '../../../resources/registry.ts'
import type { Role } from '../../../resources/roles.ts'
import type { Scope } from '../../../resources/scopes.ts'
import { expected } from '../matrix.ts'
import { RightsModel, type RightsReader } from '../rights/rights-model.ts'
import type { Canary } from './marks.ts'
import { DRAFTED, DRAFTED_PARTS, type Story, stories } from './stories.ts'
import { type CanaryWorld, REASON, type WorldRow } from './world.ts'

/** Somebody who asks, and what the stories have to do with them. */
export interface Reader extends RightsReader {
  login: string
  role: Role
  /** Of a sales person: the pairs of customer and SBU that they keep. */
  keeps?: (story: Story) => boolean
}

const BUYERS: readonly Role[] = ['CUSTOMER', 'DISTRIBUTOR']
const PARTNERS: readonly Role[] = [...BUYERS, 'TRANSPORTER']
const OUTSIDE: readonly Role[] = [...PARTNERS, 'DISPATCH']

/** What a distributor pays for a customer, who is told everything else of the order. */
const AMOUNTS: Readonly<Record<string, readonly string[]>> = {
  order: ['listValue', 'discountValue', 'freightValue', 'taxableValue', 'cgst', 'sgst', 'igst', 'grossValue'],
  'order-line': [
    'listPrice',
    'defaultDiscountPct',
    'promoDiscountValue',
    'netPrice',
    'discountPct',
    'netValue',
    'freightValue',
    'taxableValue',
    'gstRate',
    'cgst',
    'sgst',
    'igst',
    'grossValue',
    'originalJson',
  ],
}

/** Sites see no prices. */
const PRICES: Readonly<Record<string, readonly string[]>> = {
  ...AMOUNTS,
  'order-line': [...AMOUNTS['order-line']!, 'manualDiscountPct'],
  'invoice-line': ['unitPrice'],
}

/** The only columns in which buyers and transporters are told names of our people: who decided, wrote or deleted is none of theirs. */
const TOLD_PEOPLE: Readonly<Record<string, readonly string[]>> = {
  order: ['placedById'],
  'order-comment': ['authorId'],
  // Their own people.
  'customer-annexure': ['changeRequestedById'],
}

/** What searching shipments shows of an LR and its shipment. */
const TRACKED: Readonly<Record<string, readonly string[]>> = {
  shipment: ['shipmentNo'],
  lr: ['lrNo', 'sigmaPlantCode', 'packages', 'lrDate', 'expectedDeliveryDate', 'deliveredOn'],
}

/** What somebody may read of the world, by the matrix of the specification, the scopes said once more, and the rules above. */
export class Oracle {
  readonly #model: RightsModel
  readonly #changers: CanaryWorld['changers']
  readonly #rows = new Map<string, WorldRow>()
  /** By row: the rows and columns that refer to it. */
  readonly #named = new Map<string, { by: WorldRow; column: string }[]>()
  readonly #codes: ReadonlyMap<number, unknown>
  readonly #transporters: ReadonlyMap<number, unknown>
  readonly #scopes = new Map<string, ReadonlySet<unknown>>()
  readonly #known = new Map<string, boolean>()

  static async over(db: Knex, world: CanaryWorld): Promise<Oracle> {
    const all = new Map<string, (Record<string, unknown> & { id: number })[]>()
    for (const resource of resources) all.set(resource.name, await db(tableOf(resource)).select())
    return new Oracle(world, new RightsModel(all), all)
  }

  private constructor(
    world: CanaryWorld,
    model: RightsModel,
    all: ReadonlyMap<string, readonly (Record<string, unknown> & { id: number })[]>,
  ) {
    this.#model = model
    this.#changers = world.changers
    this.#transporters = new Map(all.get('transporter')!.map(({ id, code }) => [id, code]))
    this.#codes = new Map(all.get('customer')!.map(({ id, code }) => [id, code]))
    const story = new Map<string, Story>()
    for (const one of world.rows) {
      this.#rows.set(`${one.resource.name} ${one.id}`, one)
      story.set(`${one.resource.name} ${one.id}`, one.story)
    }
    // Demo rows name the rows of the stories too, such as the ship-to of another order its customer.
    for (const resource of resources) {
      for (const row of all.get(resource.name)!) {
        const own = this.#rows.get(`${resource.name} ${row.id}`)
        const by: WorldRow = { resource, id: row.id, story: own?.story as Story, row }
        if (own) this.#rows.set(`${resource.name} ${row.id}`, by)
        for (const [column, { to }] of [...Object.entries(resource.fields), ...AUTHORS]) {
          // Whom the row named once stands in its history.
          for (const id of new Set([row[column], own?.row[column]])) {
            if (!to || typeof id !== 'number') continue
            const target = `${to === 'self' ? resource.name : to} ${id}`
            if (!this.#rows.has(target)) continue
            if (!this.#named.has(target)) this.#named.set(target, [])
            this.#named.get(target)!.push({ by, column })
          }
        }
      }
    }
  }

  /** Whether somebody may read a canary by any route at all. */
  mayRead(who: Reader, canary: Canary): boolean {
    const key = `${who.login} ${canary.resource} ${canary.row} ${canary.column} ${canary.past}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const row = this.#rows.get(`${canary.resource} ${canary.row}`)
    const answer =
      row !== undefined &&
      (this.#readsCell(who, row, canary.column, canary.past) ||
        (!canary.past && this.#readsName(who, row, canary.column)))
    this.#known.set(key, answer)
    return answer
  }

  /** Whether the story of a canary is one of theirs: of who deals with some customers alone, that of one of them. */
  isTheirs(who: Reader, { resource, row }: Canary): boolean {
    const story = this.#rows.get(`${resource} ${row}`)?.story
    const ofCustomer = resource === 'customer' || 'customerId' in resourceNamed(resource).fields
    if (!story || !ofCustomer) return true
    if (who.customerId !== null) return [story.customer, story.soldTo].includes(String(this.#codes.get(who.customerId)))
    if (!who.keeps) return true
    // What is owed is the payer's, whichever SBU billed it, and people belong to a customer as a whole.
    if (resource === 'upload-outstanding' || resource === 'user')
      return stories.some(own => own.customer === story.customer && who.keeps!(own))
    return who.keeps(story)
  }

  /** Where a row is named, what stands for it is read by whoever reads the name. */
  #readsName(who: Reader, { resource, id }: WorldRow, column: string, depth = 0): boolean {
    const shown = resource.name === 'attachment' ? FILE : resource.display
    if (!shown.includes(column) || depth > 4) return false
    return (this.#named.get(`${resource.name} ${id}`) ?? []).some(
      ({ by, column: name }) =>
        this.#readsCell(who, by, name, false) ||
        (by.resource.display.includes(name) && this.#readsName(who, by, name, depth + 1)),
    )
  }

  #readsCell(who: Reader, row: WorldRow, column: string, past: boolean): boolean {
    const { resource, story } = row
    const field = resource.fields[column]
    if (field?.secret) return false
    if (field?.hiddenFrom?.includes(who.role) || field?.maskedFor?.includes(who.role)) return false
    if (story && !isParty(who, row)) return false
    // Those who keep watch over all changes read what was said of them.
    if (column === REASON && who.role === 'SYS_ADMIN') return true
    if (column === REASON && OUTSIDE.includes(who.role) && !this.#isOfTheirSide(who, story)) return false
    if (PARTNERS.includes(who.role)) {
      const to = field?.to ?? (/^(created|updated)ById$/.test(column) ? 'user' : undefined)
      const isPerson = to === 'user' || to === 'employee'
      const author = this.#changers.get(row.row[column] as number)
      const isOwn = author !== undefined && this.#isOfTheirSide(who, author)
      if (isPerson && !isOwn && !TOLD_PEOPLE[resource.name]?.includes(column)) return false
      if (past && isDrafted(resource.name)) return false
    }
    if (BUYERS.includes(who.role)) {
      if (story?.drafts) return false
      if (AMOUNTS[resource.name]?.includes(column) && story && this.#paysAnother(who, story)) return false
    }
    if (who.role === 'DISPATCH' && PRICES[resource.name]?.includes(column)) return false
    if (who.role === 'DISPATCH' && resource.name === 'order' && column === 'poAttachmentId') return false
    // Whoever keeps the portal running searches shipments, and reads no LR besides.
    if (who.role === 'SYS_ADMIN' && !past && TRACKED[resource.name]?.includes(column)) return true
    return this.#readsRow(who, row)
  }

  /** Whether who changed a story is of the reader's own company; to a site, everybody who is not of ours. */
  #isOfTheirSide({ role, customerId, transporterId }: Reader, { changedBy }: Pick<Story, 'changedBy'>): boolean {
    if (!changedBy) return false
    if (role === 'DISPATCH') return true
    if (changedBy.userType === 'CUSTOMER') return this.#codes.get(customerId ?? 0) === changedBy.customer
    if (changedBy.userType === 'TRANSPORTER')
      return this.#transporters.get(transporterId ?? 0) === changedBy.transporter
    return false
  }

  #paysAnother(who: Reader, story: Story): boolean {
    return this.#codes.get(who.customerId ?? 0) !== story.soldTo
  }

  #readsRow(who: Reader, { resource, row, id }: WorldRow): boolean {
    const lies = (within: Within<string>, by: Role) =>
      Object.entries(within).every(([name, allowed]: [string, unknown]) =>
        Array.isArray(allowed)
          ? allowed.some(value => value === row[name] || (value === true && Boolean(row[name])))
          : this.#scope(allowed as Scope, who, by).has(name === 'id' ? id : row[name]),
      )
    if (who.asked && resource.asked && lies(resource.asked, who.role)) return true
    if (!letters(resource, who.role).includes('R')) return false
    const within = resource.within[who.role]
    if (!within) return true
    const alternatives = (Array.isArray(within) ? within : [within]) as readonly Within<string>[]
    return alternatives.some(one => lies(one, who.role))
  }

  #scope(scope: Scope, who: Reader, role: Role): ReadonlySet<unknown> {
    const key = `${scope} ${who.login} ${role}`
    const known = this.#scopes.get(key) ?? this.#model.scope(scope, who, role)
    this.#scopes.set(key, known)
    return known
  }
}

const letters = (resource: Resource, role: Role) => expected(resource.path, role).letters

/** Whose names stand beside every row. */
const AUTHORS: readonly [string, { to?: string }][] = [
  ['createdById', { to: 'user' }],
  ['updatedById', { to: 'user' }],
]

/** What is read of a file by whoever reads the row that names it. */
const FILE = ['title', 'fileName', 'bytes']

const isDrafted = (name: string) => DRAFTED.includes(name) || DRAFTED_PARTS.includes(name)

/** What of a story lies with its order, and so with its customer in its SBU. */
const OF_ORDER = [
  'order',
  'order-line',
  'schedule-line',
  'order-step',
  'reservation',
  'approval-task',
  'task-assignee',
  'order-comment',
  'invoice',
  'invoice-line',
  'lr',
  'lr-line',
  'shipment',
  'tracking-event',
  'pod',
  'upload-expected-delivery-dates',
  ...DRAFTED,
  ...DRAFTED_PARTS,
]

/** Whether a sales person keeps the customer of a story in its SBU: people who keep another of its accounts read none of it. */
function isParty(who: Reader, { resource, story }: WorldRow): boolean {
  return !who.keeps || !OF_ORDER.includes(resource.name) || who.keeps(story)
}
