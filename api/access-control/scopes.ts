import type { Knex } from 'knex'
import { arDispute } from '../../resources/complaints/ar-dispute.ts'
import { complaint } from '../../resources/complaints/complaint.ts'
import { type Resource, tableOf, type Within } from '../../resources/define/resource.ts'
import { invoice } from '../../resources/dispatches/invoice.ts'
import { sapDelivery } from '../../resources/dispatches/sap-delivery.ts'
import { shipment } from '../../resources/dispatches/shipment.ts'
import { issuedStates } from '../../resources/masters/issued.ts'
import { order } from '../../resources/orders/order.ts'
import type { Role } from '../../resources/roles.ts'
import type { Scope } from '../../resources/scopes.ts'
import { type ScopeLimit, type ScopeQuery, scopeNamed } from '../derive/rights/define-scopes.ts'
import { scopeIds } from '../derive/rights/grant-scope.ts'
import type { Person } from '../derive/rights/person.ts'
import { carriedInvoices } from '../goods/carried-invoices.ts'
import { keepsLists } from '../platform/sql-words.ts'
import { accountsOf, keepsAccounts, mySbus, withinAccounts } from './accounts.ts'
import { deliveredInClustersOf } from './delivered-in-cluster.ts'
import { limitToShipTos } from './own-ship-tos.ts'

type Ids = Knex.QueryBuilder
type Asker = Omit<Person, 'ability'>

/** The SBUs in which a customer has an account. */
export const accountSbusOf = (db: Knex, customerId: number): Ids =>
  db('customer_department_map')
    .join('department', 'department.id', 'customer_department_map.departmentId')
    .where({ 'customer_department_map.customerId': customerId, 'customer_department_map.isActive': 1 })
    .select('department.sbuId')

/** Documents by their place: none of a person who heads no cluster, whose lists need not look for it. */
function ofMyCluster(table: 'order' | 'invoice'): ScopeQuery {
  return (db, person, role, asked) =>
    person.headsCluster
      ? deliveredInClustersOf(db, table, person.employeeId ?? 0, mySbus(db, person, role), asked)
      : db(table).whereRaw('1 = 0').select('id')
}

/** Scopes that only their own room can tell. */
type OfOtherRooms = 'ordersIDecide' | 'ordersAskedOfMe' | 'papersAskedOfMe' | 'certificatesOfMyGoods' | 'documentsForMe'

/** The ids of the scopes, as a subquery that any list, count, export or report can lie within. */
export const scopes: Readonly<Record<Exclude<Scope, OfOtherRooms>, ScopeQuery>> = {
  ownCustomer: (db, { customerId }) =>
    db('customer')
      .where('id', customerId ?? 0)
      .select('id'),
  ownTransporter: (db, { transporterId }) =>
    db('transporter')
      .where('id', transporterId ?? 0)
      .select('id'),
  myCustomers: (db, person, role) => {
    if (person.customerId !== null) return scopes.ownCustomer(db, person, role)
    return role === 'DISPATCH'
      ? suppliedCustomers(db, person, role)
      : accountsOf(db, person, role).select('account.customerId')
  },
  mySbus,
  customersOfMySbus: (db, person, role) =>
    db('customer_department_map')
      .join('department', 'department.id', 'customer_department_map.departmentId')
      .where('customer_department_map.isActive', 1)
      .whereIn('department.sbuId', mySbus(db, person, role))
      .select('customer_department_map.customerId'),
  // Of a buyer who may see the list, and of nobody else.
  channelOfMyPriceList: (db, { customerId }) =>
    db('customer')
      .where({ id: customerId ?? 0, priceListVisible: 1 })
      .select('channelId'),
  sbusThatSellToMe: (db, { customerId }) => accountSbusOf(db, customerId ?? 0),
  myPlants,
  cnfsOfMyPlants: (db, person, role) =>
    db('cnf')
      .whereIn('plantId', myPlants(db, person, role))
      .select('id'),
  // The orders of a distributor are those sold to them, whoever asked for the goods.
  ordersOfMyCustomers: (db, person, role) =>
    limitToScope(
      db('order'),
      db,
      order,
      role === 'DISTRIBUTOR' ? 'soldToId' : 'customerId',
      'myCustomers',
      person,
      role,
    )
      .modify(rows => (keepsAccounts(role) ? rows.orWhere('order.placedById', person.id) : rows))
      .select('order.id'),
  ordersOfMyPlants: (db, person, role) =>
    db('order_line')
      .whereIn('plantId', myPlants(db, person, role))
      .select('orderId'),
  ordersOfMySbus: (db, person, role) =>
    db('order')
      .whereIn('sbuId', mySbus(db, person, role))
      .select('id'),
  ordersOfMyCluster: ofMyCluster('order'),
  invoicesOfMyCluster: ofMyCluster('invoice'),
  openComments: db => db('order_comment').where('isInternal', 0).select('id'),
  invoicesInMyScope: (db, person, role, outerColumn) =>
    role === 'TRANSPORTER'
      ? invoicesCarriedBy(db, person, outerColumn)
      : withinMyReach(db('invoice'), db, person, role, outerColumn).select('invoice.id'),
  // A consignment knows the SBUs of its goods; one without goods of ours knows none.
  shipmentsOfMyCustomers: (db, person, role, outerColumn) => {
    const sbuOfGoods = 'coalesce(invoice.sbuId, sap_delivery.sbuId)'
    const delivered = () =>
      db('lr_line as carried')
        .leftJoin('invoice', 'invoice.id', 'carried.invoiceId')
        .leftJoin('sap_delivery', 'sap_delivery.id', 'carried.deliveryId')
        .where('carried.lrId', db.ref('sent.lrId'))
        .whereRaw(`${sbuOfGoods} is not null`)
    const accounts = () => accountsOf(db, person, role).where('account.customerId', db.ref('sent.customerId'))
    return alone(db('shipment as sent'), db, 'sent.id', outerColumn)
      .whereIn('sent.customerId', accountsOf(db, person, role).select('account.customerId'))
      .where(any =>
        any
          .whereNotExists(delivered())
          .orWhereExists(delivered().whereIn(db.raw(sbuOfGoods) as never, accounts().select('keeping.sbuId'))),
      )
      .select('sent.id')
  },
  countingPods: db => db('pod').where('releasedNo', 0).select('id'),
  lrsInMyScope: (db, person, role, outerColumn) => {
    const lrs = alone(db('lr as own'), db, 'own.id', outerColumn).select('own.id')
    if (person.transporterId !== null) return lrs.where('own.transporterId', person.transporterId)
    const followed = scopes.sigmaLrsIFollow(db, person, role, outerColumn)
    const invoices = withinMyReach(db('invoice'), db, person, role, outerColumn && 'carried.invoiceId').select(
      'invoice.id',
    )
    // Goods that are never billed travel without an invoice.
    const deliveries = alone(db('sap_delivery'), db, 'sap_delivery.id', outerColumn && 'carried.deliveryId')
    const unbilled = (
      sapDelivery.within[role]
        ? limitToDeclared(deliveries, db, sapDelivery, person, role, outerColumn !== undefined)
        : deliveries.whereRaw('1 = 0')
    ).select('sap_delivery.id')
    const carried = alone(db('lr_line as carried'), db, 'carried.lrId', outerColumn).where(goods =>
      goods
        .whereIn('carried.invoiceId', invoices)
        .orWhere(free => free.whereNull('carried.invoiceId').whereIn('carried.deliveryId', unbilled)),
    )
    return lrs.where(any => {
      if (role === 'DISPATCH') any.whereIn('own.plantId', myPlants(db, person, role))
      else any.whereIn('own.id', carried.select('carried.lrId'))
      any.orWhereIn('own.id', followed)
    })
  },
  tripsInMyScope: (db, person, role) => {
    const trips = db('trip').select('trip.id')
    return person.transporterId === null
      ? trips.whereIn('trip.plantId', myPlants(db, person, role))
      : trips.where('trip.transporterId', person.transporterId)
  },
  lrsSentToMe: (db, person) =>
    limitToShipTos(db('shipment').where('shipment.customerId', person.customerId ?? 0), db, shipment, person).select(
      'shipment.lrId',
    ),
  // Of the sister business: those of the customers and plants that an employee follows, or of the buyer's own account there.
  // Whoever is limited to ship-tos follows none: the sister business has none of ours.
  sigmaLrsIFollow: (db, { employeeId, customerId, company }, _role, outerColumn) => {
    if (company?.shipToIds) return db('lr').whereRaw('1 = 0').select('id')
    const mapped = (column: string) => db('employee_sigma_map').where({ employeeId, isActive: 1 }).select(column)
    const customers =
      customerId === null
        ? mapped('sigmaCustomerId').whereNotNull('sigmaCustomerId')
        : db('sigma_customers').where({ linkedCustomerId: customerId, isActive: 1 }).select('id')
    const sent = alone(db('shipment as sent'), db, 'sent.lrId', outerColumn).whereIn('sent.sigmaCustomerId', customers)
    return alone(db('lr as followed'), db, 'followed.id', outerColumn)
      .where('followed.businessLine', 'SIGMA')
      .where(any => {
        any.whereIn('followed.id', sent.select('sent.lrId'))
        if (customerId === null) any.orWhereIn('followed.sigmaPlantCode', mapped('plantCode').whereNotNull('plantCode'))
      })
      .select('followed.id')
  },
  billsOfMyPlants: (db, person, role) => {
    const lrs = db('lr')
      .whereIn('plantId', myPlants(db, person, role))
      .select('id')
    return db('transporter_bill')
      .whereIn('id', db('transporter_bill_line').whereIn('lrId', lrs).select('transporterBillId'))
      .orWhere('createdById', person.id)
      .select('id')
  },
  libraryDocuments: db => db('attachment').where('ownerType', 'LIBRARY').select('id'),
  contractsIssuedToMe: (db, person) => issuedTo(db, person, 'rate-contract-customer'),
  annexuresIssuedToMe: (db, person) => issuedTo(db, person, 'customer-annexure'),
  myself: (db, { id }) => db('user').where('id', id).select('id'),
  complaintsInMyScope: (db, person, role) => withinDeclared(db, complaint, person, role),
  disputesInMyScope: (db, person, role) => withinDeclared(db, arDispute, person, role),
  bannersForMe: (db, _person, role) =>
    db('banner')
      .whereIn('audience', ['ALL', audienceOf[role] ?? 'EMPLOYEE'])
      .select('id'),
  peopleOfMySide: (db, person) => peopleOfSide(db, person).select('id'),
}

/** An employee reads every name, a site those of people who are not ours, others those of their own company. */
function peopleOfSide(db: Knex, { userType, customerId, transporterId }: Asker): Ids {
  const people = db('user')
  if (userType === 'EMPLOYEE') return people
  if (userType === 'PARTNER_SITE') return people.whereNotIn('userType', ['EMPLOYEE', 'SYSTEM'])
  return people.where(transporterId === null ? { customerId: customerId ?? 0 } : { transporterId })
}

/** The kind of user a banner is shown to, besides everybody. */
const audienceOf: Partial<Record<Role, string>> = {
  CUSTOMER: 'CUSTOMER',
  DISTRIBUTOR: 'DISTRIBUTOR',
  TRANSPORTER: 'TRANSPORTER',
}

/** Limits rows of a resource to those of which a field lies in a scope; sales people keep accounts of a customer in an SBU. */
export const limitToScope: ScopeLimit = (rows, db, resource, field, scope, person, role, oneByOne) => {
  if (scope === 'myCustomers' && keepsAccounts(role)) return withinAccounts(rows, db, resource, field, person, role)
  if (scope === 'ownCustomer' || scope === 'myCustomers') limitToShipTos(rows, db, resource, person)
  const column = `${tableOf(resource)}.${field}`
  const isAsked = oneByOne || (wide.has(scope) && person.headsCluster && keepsLists(db))
  return rows.whereIn(column, scopeNamed(scope)(db, person, role, isAsked ? column : undefined))
}

/** Scopes of so many documents that SQLite is faster with a test of each row, however many are asked for. */
const wide: ReadonlySet<Scope> = new Set<Scope>(['ordersOfMyCluster', 'invoicesOfMyCluster'])

/** Limits rows to the one whose id another column of the query around them holds, where that is asked. */
const alone = (rows: Ids, db: Knex, id: string, asked: string | undefined): Ids =>
  asked ? rows.where(id, db.ref(asked)) : rows

/** The rows of a resource that its own declaration gives the role, for what belongs to them. */
const withinDeclared = (db: Knex, resource: Resource, person: Asker, role: Role): Ids =>
  limitToDeclared(db(tableOf(resource)), db, resource, person, role).select(`${tableOf(resource)}.id`)

function limitToDeclared(rows: Ids, db: Knex, resource: Resource, person: Asker, role: Role, oneByOne = false): Ids {
  const declared = resource.within[role] ?? {}
  return rows.where(any => {
    for (const within of Array.isArray(declared) ? declared : [declared])
      any.orWhere(all => {
        for (const [field, place] of Object.entries(within as Within<string>))
          if (typeof place === 'string') limitToScope(all, db, resource, field, place, person, role, oneByOne)
          else all.whereIn(`${tableOf(resource)}.${field}`, [...place!] as string[])
      })
  })
}

/** Contracts or annexures of the person's customer from the moment they are issued. */
const issuedTo = (db: Knex, { customerId }: Asker, name: keyof typeof issuedStates): Ids =>
  db(tableOf({ name }))
    .where({ customerId: customerId ?? 0, isActive: 1 })
    .whereIn('status', [...issuedStates[name]])
    .select('id')

const invoicesCarriedBy = (db: Knex, { transporterId }: Asker, asked?: string): Ids =>
  alone(db('lr_line as loaded'), db, 'loaded.invoiceId', asked)
    .join('lr', 'lr.id', 'loaded.lrId')
    .where('lr.transporterId', transporterId ?? 0)
    .whereNotNull('loaded.invoiceId')
    .select('loaded.invoiceId')
    .union(
      carriedInvoices(db, lines => alone(lines, db, 'billed.invoiceId', asked))
        .join('lr', 'lr.id', 'line.lrId')
        .where('lr.transporterId', transporterId ?? 0)
        .select('billed.invoiceId'),
    )

function withinMyReach(all: Ids, db: Knex, person: Asker, role: Role, outerColumn?: string): Ids {
  const invoices = alone(all, db, 'invoice.id', outerColumn)
  return role === 'TRANSPORTER'
    ? invoices.whereIn('invoice.id', invoicesCarriedBy(db, person, outerColumn))
    : limitToDeclared(invoices, db, invoice, person, role, outerColumn !== undefined)
}

/** Customers with order lines sourced at the desk's plants. */
const suppliedCustomers = (db: Knex, person: Asker, role: Role): Ids =>
  db('order')
    .whereIn('id', scopes.ordersOfMyPlants(db, person, role))
    .select('customerId')

/** Plants of a dispatch desk: those its role names, its own, or all when the role is held for ALL. */
function myPlants(db: Knex, person: Asker, role: Role): Ids {
  const grants = person.held.filter(held => held.role === role)
  if (grants.some(({ scopeType }) => scopeType === 'ALL')) return db('plant').select('id')
  const named = grants.filter(({ scopeType }) => scopeType === 'PLANT').flatMap(scopeIds)
  return db('plant')
    .whereIn('id', [...named, person.plantId ?? 0])
    .select('id')
}
