import type { Knex } from 'knex'
import type { Customer } from '../../../resources/access-control/customer.ts'
import { shipTo } from '../../../resources/access-control/ship-to.ts'
import { can } from '../../../resources/capabilities.ts'
import { pick } from '../../../resources/define/pick.ts'
import { allowOrdertypeDepartment } from '../../../resources/masters/allow-ordertype-department.ts'
import { daysOverdue } from '../../../resources/masters/outstanding.ts'
import { creditLimitOn } from '../../../resources/orders/approvals/credit.ts'
import { usualHours } from '../../../resources/orders/approvals/usual-hours.ts'
import { termNames } from '../../../resources/orders/order-input.ts'
import type {
  CreditBefore,
  OfferedOrderType,
  OfferedShipTo,
  OrderContext,
} from '../../../resources/orders/pad/offers.ts'
import { blockSentence } from '../../../resources/orders/quote/checks-control.ts'
import { usualDelivery } from '../../../resources/orders/quote/promise.ts'
import { sourceForBuyer } from '../../../resources/orders/terms/agreed-terms.ts'
import { paymentCodes } from '../../../resources/orders/terms/payment-codes.ts'
import { approvalSteps } from '../../../resources/trade.ts'
import { limitToShipTos } from '../../access-control/own-ship-tos.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf, whereValidOn } from '../../derive/rows-of.ts'
import { today } from '../../platform/clock.ts'
import { readSettings } from '../../platform/settings.ts'
import { accountSbus } from '../account-sbus.ts'
import { loadCreditFacts } from '../approvals/credit-facts.ts'
import { pastTasks } from '../approvals/past-tasks.ts'
import { orderBlocks } from '../quote/control-facts.ts'
import { agreedInSbus } from '../terms/agreed-in-sbus.ts'
import { type CustomerLookup, customerToOrderFor, orderableSbus } from './order-customers.ts'

/** The choices and defaults of the order form for a customer. */
export async function contextOf(
  db: Knex,
  person: Person,
  customerId: number,
  mayAsk: CustomerLookup = customerToOrderFor,
): Promise<OrderContext> {
  const buyer = await mayAsk(db, person, customerId)
  const units = await sbusOf(db, customerId, person, mayAsk === customerToOrderFor)
  const ids = units.map(({ id }) => id)
  const agreed = await agreedInSbus(db, buyer, ids, today())
  const sbus = units.map(unit => {
    const terms = agreed(unit.id)
    const says = person.userType === 'EMPLOYEE' ? terms.says : sourceForBuyer(terms, true)
    return { ...unit, agreed: { ...pick(terms, termNames), says } }
  })
  const settings = await readSettings(db)
  return {
    customer: pick(buyer, CUSTOMER_COLUMNS),
    blocks: await blocksOf(db, buyer, person),
    shipTos: await shipTosOf(db, customerId, person),
    sbus,
    ownDiscountLimit: await ownDiscountLimit(db, person, ids),
    credit: await creditBeforeOrder(db, person, buyer),
    usual: person.userType === 'EMPLOYEE' ? await usualHoursOf(db, sbus) : [],
    poFileRequiredAbove: settings['po.file_required_above'],
    paymentDays: [...paymentCodes(settings['sap.payment_terms']).keys()].sort((a, b) => a - b),
    defaults: {
      requestedDeliveryDate: usualDelivery(today(), await holidaysOf(db, customerId)),
      customerPoDate: today(),
    },
  }
}

/** The customer's credit before this order, in paise; null for people who may not see credit. */
async function creditBeforeOrder(db: Knex, person: Person, buyer: Customer): Promise<CreditBefore | null> {
  if (person.userType !== 'EMPLOYEE' || !can(person, 'seeCreditOfBuyer')) return null
  const { outstanding, newInvoices, otherOrders, oldestInvoice } = (await loadCreditFacts(db, [buyer.id], 0))(buyer.id)
  const overdueDays = oldestInvoice ? daysOverdue(oldestInvoice.dueDate, today()) : 0
  const creditLimit = creditLimitOn(buyer, today())
  return { creditLimit, isBlocked: buyer.creditBlocked, outstanding, newInvoices, otherOrders, overdueDays }
}

/** The usual duration of approvals in these SBUs. */
async function usualHoursOf(db: Knex, sbus: readonly { id: number; code: string }[]) {
  const usual = usualHours(
    await pastTasks(
      db,
      sbus.map(({ id }) => id),
    ),
  )
  return sbus.flatMap(({ id, code }) =>
    approvalSteps.flatMap(step => {
      const hours = usual.get(`${id}/${step}`)
      return hours ? [{ sbu: code, step, ...hours }] : []
    }),
  )
}

/** The order blocks of the customer; those without an SBU apply to every SBU. */
async function blocksOf(db: Knex, { id, code, name }: Customer, { userType }: Person) {
  const rows = (await orderBlocks(db, id, today())).filter(row => row.customerId === id)
  return rows.map(row => ({
    mode: row.blockMode,
    sbuId: row.sbuId,
    message: blockSentence(row, `Customer ${code} ${name}`, userType === 'EMPLOYEE'),
  }))
}

/** Holidays of the country and of any state to which the customer's goods may go. */
const holidaysOf = async (db: Knex, customerId: number): Promise<Set<string>> =>
  new Set(
    await db('holiday')
      .where('isActive', 1)
      .where(where =>
        where
          .whereNull('stateId')
          .orWhereIn('stateId', db('ship_to').where({ customerId, isActive: 1 }).select('stateId')),
      )
      .pluck('holidayDate'),
  )

const CUSTOMER_COLUMNS = [
  'id',
  'code',
  'name',
  'gstin',
  'channelId',
  'sapOrderBlock',
  'isActive',
  'requiresAcceptance',
] as const

async function shipTosOf(db: Knex, customerId: number, person: Person): Promise<OfferedShipTo[]> {
  const addresses = await rowsOf(db, shipTo, rows =>
    limitToShipTos(rows.where({ customerId, isActive: 1 }), db, shipTo, person).orderBy([
      { column: 'isDefault', order: 'desc' },
      'code',
    ]),
  )
  const cities = await db('state_city')
    .join('state', 'state.id', 'state_city.stateId')
    .whereIn(
      'state_city.id',
      addresses.map(({ cityId }) => cityId),
    )
    .select('state_city.id', 'state_city.name as city', 'state.name as state')
  const places = new Map(cities.map(place => [place.id, place]))
  return addresses.map(({ id, code, name, address, cityId, pincode, isDefault }) => ({
    id,
    code,
    name,
    address,
    pincode,
    isDefault,
    city: places.get(cityId)?.city ?? null,
    state: places.get(cityId)?.state ?? null,
  }))
}

/** The SBUs from which the customer may buy, each with its order types; for employees those they may order for. */
async function sbusOf(db: Knex, customerId: number, person: Person, toOrder: boolean) {
  const rows = db('customer_department_map')
    .join('department', 'department.id', 'customer_department_map.departmentId')
    .join('sbu', 'sbu.id', 'department.sbuId')
    .where({
      'customer_department_map.customerId': customerId,
      'customer_department_map.isActive': 1,
      'department.isActive': 1,
      'sbu.isActive': 1,
    })
  if (toOrder && person.userType === 'EMPLOYEE') {
    rows.whereIn('sbu.id', orderableSbus(db, person).select('sbuId'))
  }
  const keeping = accountSbus(db, person, customerId)
  if (keeping) rows.whereIn('sbu.id', keeping)
  const units = await rows
    .orderBy('sbu.code')
    .select('sbu.id', 'sbu.code', 'sbu.name', 'department.id as departmentId', 'department.name as departmentName')
  const types = await orderTypesOf(
    db,
    units.map(({ departmentId }) => departmentId),
    person,
  )
  return units.map(unit => ({ ...unit, orderTypes: types.filter(type => type.departmentId === unit.departmentId) }))
}

async function orderTypesOf(db: Knex, departmentIds: number[], person: Person): Promise<OfferedOrderType[]> {
  const allowed = await rowsOf(db, allowOrdertypeDepartment, rows =>
    rows.where('isActive', 1).whereIn('departmentId', departmentIds),
  )
  const permitted = allowed.filter(({ allowedFor }) => allowedFor === 'ALL' || person.userType === 'EMPLOYEE')
  const types = await db('order_type')
    .where('isActive', 1)
    .whereIn(
      'id',
      permitted.map(({ orderTypeId }) => orderTypeId),
    )
  return permitted.flatMap(({ departmentId, orderTypeId, isDefault }) =>
    types
      .filter(({ id }) => id === orderTypeId)
      .map(({ id, code, name, requiresPo, allowsManualDiscount, isFreeOfCharge }) => ({
        departmentId,
        id,
        code,
        name,
        isDefault,
        requiresPo: Boolean(requiresPo),
        allowsManualDiscount: Boolean(allowsManualDiscount),
        isFreeOfCharge: Boolean(isFreeOfCharge),
      })),
  )
}

/** The largest discount an employee may give without approval, in hundredths of a percent; null without a limit row. */
async function ownDiscountLimit(db: Knex, person: Person, sbuIds: number[]): Promise<number | null> {
  if (person.employeeId === null) return null
  const [limit] = await whereValidOn(
    db('approving_limits').where({ limitType: 'DISCOUNT_PCT', employeeId: person.employeeId }).whereIn('sbuId', sbuIds),
    today(),
  ).min({ least: 'maxValue' })
  return limit?.least === null || limit?.least === undefined ? null : Number(limit.least)
}
