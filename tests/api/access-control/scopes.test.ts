import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { restrict } from '../../../api/derive/rights/conditions.ts'
import type { Person } from '../../../api/derive/rights/person.ts'
import { personOf } from '../../../api/derive/rights/read-person.ts'
import { tableOf } from '../../../resources/define/resource.ts'
import { may } from '../../../resources/define/rights.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { resourceNamed, resources } from '../../../resources/registry.ts'
import { type Role, roleCodes } from '../../../resources/roles.ts'
import { freshDatabase, type TestDatabase } from '../../support/database.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { type GrantInput, grantsWithScopeIds } from '../../support/grants.ts'
import { runs } from '../../support/proof.ts'

interface Sample {
  id: number
  customer: number
  soldTo: number
  sbu: number
  channel: number
  zone: number
  plants: number[]
  transporter: number
}

/** Two rows of everything that scopes depend on, an order for each combination, and the possible readers. */
class World {
  readonly db
  sbus: RowValues[] = []
  zones: RowValues[] = []
  channels: RowValues[] = []
  plants: RowValues[] = []
  transporters: RowValues[] = []
  customers: { id: number; zone: number; channel: number }[] = []
  /** Employee 0 manages employee 1, who owns customer 0 in SBU 0; employee 0 owns customer 1 in SBU 1; employee 2 heads a cluster. */
  employees: number[] = []
  keeps: { employee: number; customer: number; sbu: number }[] = []
  orders: Sample[] = []
  lines: { id: number; order: Sample; plant: number }[] = []
  invoices: (Sample & { plant: number })[] = []
  lrs: { id: number; invoice: Sample & { plant: number } }[] = []
  constructor(db: TestDatabase['db']) {
    this.db = db
  }

  row = async (name: string, given: RowValues = {}) =>
    (await exampleRow(this.db, resourceNamed(name), given)) as RowValues & { id: number }

  async fill() {
    for (const index of [0, 1]) {
      this.sbus.push(await this.row('sbu'))
      this.zones.push(await this.row('zone'))
      this.channels.push(await this.row('channel'))
      this.plants.push(await this.row('plant'))
      this.transporters.push(await this.row('transporter'))
      const area = await this.row('zone-area', { zoneId: this.zones[index]!.id })
      const city = await this.row('state-city', { zoneAreaId: area.id })
      const customer = await this.row('customer', {
        cityId: city.id,
        stateId: city.stateId,
        channelId: this.channels[index]!.id,
      })
      this.customers.push({ id: customer.id, zone: index, channel: index })
    }
    for (const _ of [0, 1, 2]) this.employees.push((await this.row('employee', { managerId: null })).id)
    await this.db('employee').where('id', this.employees[1]!).update({ managerId: this.employees[0]! })
    for (const employee of this.employees)
      for (const sbu of employee === this.employees[1] ? [0] : [0, 1])
        await this.row('sbu-employee-map', { employeeId: employee, sbuId: this.sbus[sbu]!.id, validFrom: '2020-01-01' })
    for (const [customer, employee] of [this.employees[1]!, this.employees[0]!].entries()) {
      const department = await this.row('department', { sbuId: this.sbus[customer]!.id })
      const customerId = this.customers[customer]!.id
      await this.row('customer-department-map', { customerId, departmentId: department.id, salesEmployeeId: employee })
      this.keeps.push({ employee, customer, sbu: customer })
    }
    for (let n = 0; n < 16; n++) await this.sample(n & 1, (n >> 1) & 1, (n >> 2) & 1, (n >> 3) & 1)
  }

  /** An order for a customer in an SBU from a plant, bought by either customer, with its line, invoice and LR. */
  private async sample(customer: number, sbu: number, plant: number, through: number) {
    const soldTo = through ? 1 - customer : customer
    const { id: customerId, channel, zone } = this.customers[customer]!
    const known = await this.db('customer').where({ id: customerId }).first('cityId', 'stateId')
    const shipTo = await this.row('ship-to', { customerId, ...known })
    const ids = { customerId, soldToId: this.customers[soldTo]!.id, sbuId: this.sbus[sbu]!.id, shipToId: shipTo.id }
    const order = await this.row('order', { ...ids, channelId: this.channels[channel]!.id })
    const plantId = this.plants[plant]!.id
    const line = await this.row('order-line', { orderId: order.id, plantId })
    const transporterId = this.transporters[plant]!.id
    const at = { customer, soldTo, sbu, channel, zone, plants: [plant], transporter: plant }
    const sample = { id: order.id, ...at }
    this.orders.push(sample)
    this.lines.push({ id: line.id, order: sample, plant })
    const invoice = await this.row('invoice', {
      soldToId: ids.soldToId,
      shipToId: shipTo.id,
      sbuId: ids.sbuId,
      plantId,
    })
    const kept = { ...at, id: invoice.id, plant }
    this.invoices.push(kept)
    const lr = await this.row('lr', { plantId, transporterId })
    await this.row('lr-line', { lrId: lr.id, invoiceId: invoice.id })
    this.lrs.push({ id: lr.id, invoice: kept })
  }
}

interface Who {
  role: Role
  held: GrantInput[]
  /** Which of the two customers, transporters or three employees. */
  one: number
}

const employeeRoles: Role[] = roleCodes.filter(role => !['CUSTOMER', 'DISTRIBUTOR', 'TRANSPORTER'].includes(role))

describe('the rows in scope', () => {
  let database: TestDatabase
  let world: World
  beforeAll(async () => {
    database = await freshDatabase()
    world = new World(database.db)
    await world.fill()
  })
  afterAll(() => database.close())

  const person = async ({ role, held, one }: Who): Promise<Person> => {
    const employee = employeeRoles.includes(role)
    const login = {
      // Nobody who placed one of the orders: their own people keep reading those.
      id: 999_999,
      loginId: 'x',
      name: 'X',
      userType: 'EMPLOYEE' as const,
      employeeId: employee ? world.employees[one % 3]! : null,
      customerId: role === 'CUSTOMER' || role === 'DISTRIBUTOR' ? world.customers[one % 2]!.id : null,
      transporterId: role === 'TRANSPORTER' ? (world.transporters[one % 2]!.id as number) : null,
      plantId: null,
      mustChangePassword: 0,
      asked: null,
    }
    return personOf(world.db, login, await grantsWithScopeIds(world.db, held))
  }

  const seenBy = async (name: string, who: Who): Promise<number[]> => {
    const resource = resourceNamed(name)
    const asking = await person(who)
    const ids = async (oneByOne: boolean): Promise<number[]> => {
      const rows = world.db(tableOf(resource))
      const read = restrict(rows, world.db, resource, asking, 'read', oneByOne)
      return (await read.pluck(`${tableOf(resource)}.id`)).sort((a, b) => a - b)
    }
    const seen = await ids(false)
    expect([name, await ids(true)]).toEqual([name, seen])
    return seen
  }

  /** The row scopes written independently in plain JavaScript over the rows in memory. */
  const codes = {
    SBU: () => world.sbus,
    ZONE: () => world.zones,
    CHANNEL: () => world.channels,
    PLANT: () => world.plants,
  }
  const indexOf = ({ scopeType, scopeRef }: GrantInput) =>
    codes[scopeType as keyof typeof codes]().findIndex(({ code }) => code === scopeRef)
  const inGrant = (held: GrantInput, row: Sample): boolean => {
    if (held.scopeType === 'ALL' || held.scopeType === 'OWN') return true
    const at = indexOf(held)
    if (held.scopeType === 'SBU') return row.sbu === at
    if (held.scopeType === 'ZONE') return row.zone === at
    return held.scopeType === 'CHANNEL' ? row.channel === at : true
  }
  const mySbus = ({ one, held }: Who): number[] => {
    const mine = one % 3 === 1 ? [0] : [0, 1]
    return held.every(({ scopeType }) => scopeType === 'SBU')
      ? mine.filter(sbu => held.some(one => indexOf(one) === sbu))
      : mine
  }
  const keeps = (who: Who, customer: number, sbu?: number) => {
    const at = who.one % 3
    const team = who.role === 'SALES_MANAGER' && at === 0 ? [0, 1] : [at]
    return world.keeps.some(
      kept =>
        kept.customer === customer &&
        (sbu === undefined || kept.sbu === sbu) &&
        team.includes(world.employees.indexOf(kept.employee)) &&
        mySbus(who).includes(kept.sbu),
    )
  }
  const myPlants = ({ held }: Who) => (held.some(({ scopeType }) => scopeType === 'ALL') ? [0, 1] : held.map(indexOf))
  const granted = ({ role, held }: Who, row: Sample) => role === 'DISPATCH' || held.some(one => inGrant(one, row))

  const reachesOrder = (who: Who, row: Sample): boolean => {
    const { role, one } = who
    if (role === 'CUSTOMER') return row.customer === one % 2
    if (role === 'DISTRIBUTOR') return row.soldTo === one % 2
    if (role === 'SALES_REP' || role === 'SALES_MANAGER') return keeps(who, row.customer, row.sbu) && granted(who, row)
    if (role === 'DISPATCH') return row.plants.some(plant => myPlants(who).includes(plant))
    if (role === 'FINANCE' || role === 'AUDITOR') return granted(who, row)
    return mySbus(who).includes(row.sbu) && granted(who, row)
  }
  const reachesInvoice = (who: Who, row: Sample & { plant: number }): boolean => {
    const { role, one } = who
    // The invoice is billed to the buyer, and has the buyer's zone and channel.
    const billed = { ...row, zone: row.soldTo, channel: row.soldTo }
    if (role === 'CUSTOMER' || role === 'DISTRIBUTOR') return row.soldTo === one % 2
    if (role === 'SALES_REP' || role === 'SALES_MANAGER') return keeps(who, row.soldTo, row.sbu) && granted(who, billed)
    if (role === 'DISPATCH') return myPlants(who).includes(row.plant)
    if (role === 'TRANSPORTER') return row.transporter === one % 2
    if (role === 'FINANCE' || role === 'AUDITOR') return granted(who, billed)
    return mySbus(who).includes(row.sbu) && granted(who, billed)
  }

  const grants = (role: Role) => {
    const wide = role === 'DISPATCH' ? 'ALL' : 'OWN'
    const types = role === 'DISPATCH' ? ['PLANT', 'ALL'] : ['SBU', 'ZONE', 'CHANNEL', wide]
    const one = fc.tuple(fc.constantFrom(...types), fc.nat(1)).map(
      ([scopeType, at]): GrantInput => ({
        role,
        scopeType: scopeType as GrantInput['scopeType'],
        scopeRef: scopeType in codes ? (codes[scopeType as keyof typeof codes]()[at]!.code as string) : null,
      }),
    )
    return employeeRoles.includes(role)
      ? fc.array(one, { minLength: 1, maxLength: 3 })
      : fc.constant<GrantInput[]>([{ role, scopeType: 'OWN', scopeRef: null }])
  }
  const looking = (roles: Role[]) =>
    fc.constantFrom(...roles).chain(role => fc.record({ role: fc.constant(role), held: grants(role), one: fc.nat(5) }))
  const readers = (name: string) => roleCodes.filter(role => may(resourceNamed(name).access, role, 'R'))

  it('of orders and their lines match the rules, however a role is restricted', async () => {
    await fc.assert(
      fc.asyncProperty(looking(readers('order')), async who => {
        const mine = world.orders.filter(row => reachesOrder(who, row))
        expect(await seenBy('order', who)).toEqual(mine.map(({ id }) => id))
        const lines = world.lines.filter(({ order }) => mine.includes(order)).map(({ id }) => id)
        // A distributor reads lines of orders they buy, a dispatch desk those of orders that touch its plants.
        expect(await seenBy('order-line', who)).toEqual(lines)
      }),
      { numRuns: runs(150) },
    )
  })

  it('of invoices and LRs match the rules', async () => {
    await fc.assert(
      fc.asyncProperty(looking(readers('invoice')), async who => {
        const mine = world.invoices.filter(row => reachesInvoice(who, row))
        expect(await seenBy('invoice', who)).toEqual(mine.map(({ id }) => id))
      }),
      { numRuns: runs(120) },
    )
  })

  it('of LRs are the transporter’s own, those of the desk’s plants, and the buyer’s own', async () => {
    const own = (role: Role, one: number, scopeType: GrantInput['scopeType'] = 'OWN', scopeRef: string | null = null) =>
      seenBy('lr', { role, one, held: [{ role, scopeType, scopeRef }] })
    const where = (test: (row: Sample & { plant: number }) => boolean) =>
      world.lrs.filter(({ invoice }) => test(invoice)).map(({ id }) => id)
    for (const one of [0, 1]) {
      expect(await own('TRANSPORTER', one)).toEqual(where(row => row.transporter === one))
      expect(await own('CUSTOMER', one)).toEqual(where(row => row.soldTo === one))
      expect(await own('DISPATCH', 0, 'PLANT', world.plants[one]!.code as string)).toEqual(
        where(row => row.plant === one),
      )
    }
  })

  it('of customers are a sales representative’s own or a manager’s team’s, restricted by zone and channel', async () => {
    await fc.assert(
      fc.asyncProperty(looking(['SALES_REP', 'SALES_MANAGER', 'CSC_AGENT', 'AUDITOR']), async who => {
        const mine = world.customers.filter(({ id, zone, channel }, at) => {
          const kept = who.role.startsWith('SALES') ? keeps(who, at) : true
          // A customer has no SBU: a role restricted to SBUs sees the customers with an account in them.
          const inside = (held: GrantInput) =>
            held.scopeType === 'SBU' || inGrant(held, { id, zone, channel } as Sample)
          return kept && who.held.some(inside)
        })
        expect(await ownIn('customer', who, world.customers)).toEqual(mine.map(({ id }) => id))
      }),
      { numRuns: runs(80) },
    )
  })

  /** Only the rows created for this test; their references created further ones. */
  const ownIn = async (name: string, who: Who, among: { id: number }[]) =>
    (await seenBy(name, who)).filter(id => among.some(row => row.id === id))

  it('are empty for a role restricted to a place that does not exist', async () => {
    for (const role of employeeRoles) {
      const held: GrantInput[] = [{ role, scopeType: role === 'DISPATCH' ? 'PLANT' : 'SBU', scopeRef: 'NOWHERE' }]
      for (const name of ['order', 'order-line', 'invoice', 'approving-limits'])
        if (may(resourceNamed(name).access, role, 'R') && !(role === 'DISPATCH' && name === 'approving-limits'))
          expect([role, name, await seenBy(name, { role, held, one: 0 })]).toEqual([role, name, []])
    }
  })

  it('are empty for a buyer, transporter or desk without a customer, transporter or plant', async () => {
    for (const role of ['CUSTOMER', 'DISTRIBUTOR', 'TRANSPORTER'] as const) {
      const held: GrantInput[] = [{ role, scopeType: 'OWN', scopeRef: null }]
      const lost = { ...(await person({ role, held, one: 0 })), customerId: null, transporterId: null }
      for (const resource of resources.filter(one => may(one.access, role, 'R') && one.within[role])) {
        if (['banner', 'attachment'].includes(resource.name)) continue
        const rows = restrict(world.db(tableOf(resource)), world.db, resource, lost, 'read')
        expect([role, resource.path, await rows.pluck(`${tableOf(resource)}.id`)]).toEqual([role, resource.path, []])
      }
    }
  })

  it('of the head of a cluster include the orders, invoices and LRs delivered in it', async () => {
    const head: Who = {
      role: 'SALES_MANAGER',
      one: 2,
      held: [{ role: 'SALES_MANAGER', scopeType: 'OWN', scopeRef: null }],
    }
    for (const name of ['order', 'invoice', 'lr']) expect([name, await seenBy(name, head)]).toEqual([name, []])
    const city = await world
      .db('customer')
      .join('state_city', 'state_city.id', 'customer.cityId')
      .where('customer.id', world.customers[0]!.id)
      .first('zoneAreaId')
    await world.row('cluster-mapping', {
      zoneAreaId: city.zoneAreaId,
      cityId: null,
      sbuId: world.sbus[0]!.id,
      headEmployeeId: world.employees[2],
    })
    const inside = world.orders.filter(({ customer, sbu }) => customer === 0 && sbu === 0).map(({ id }) => id)
    const billed = world.invoices.filter(({ customer, sbu }) => customer === 0 && sbu === 0)
    expect(await seenBy('order', head)).toEqual(inside)
    // Also those that a distributor from elsewhere bought.
    expect(new Set(billed.map(({ soldTo }) => soldTo)).size).toBe(2)
    expect(await seenBy('invoice', head)).toEqual(billed.map(({ id }) => id))
    expect(await seenBy('lr', head)).toEqual(
      world.lrs.filter(({ invoice }) => billed.includes(invoice)).map(({ id }) => id),
    )
    const elsewhere: Who = {
      ...head,
      held: [{ role: 'SALES_MANAGER', scopeType: 'SBU', scopeRef: world.sbus[1]!.code as string }],
    }
    for (const name of ['order', 'invoice', 'lr']) expect([name, await seenBy(name, elsewhere)]).toEqual([name, []])
  })
})
