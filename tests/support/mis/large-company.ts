import type { Knex } from 'knex'
import { resourceNamed } from '../../../resources/registry.ts'
import { fillLarge } from '../../../seeds/large/fill.ts'
import { createApprovedOrder, createCompany, createInvoice } from '../dispatches/shipped-order.ts'
import { exampleRow } from '../example-rows.ts'

/** Fills a database with so many orders of three years and their documents, after one of each that is made here. */
export async function fillCompany(db: Knex, orders: number): Promise<void> {
  const company = await createCompany(db)
  const bought = await createApprovedOrder(db, company)
  const billed = await createInvoice(db, company, bought)
  const make = (name: string, given = {}) => exampleRow(db, resourceNamed(name), given)
  const lr = await make('lr', { deliveryStatus: 'DELIVERED', plantId: company.plantId })
  const line = await make('lr-line', { lrId: lr.id, invoiceId: billed.id })
  const [deliveryLineId] = await db('invoice_line_goods').limit(1).pluck('deliveryLineId')
  await make('lr-line-item', { lrId: lr.id, lrLineId: line.id, deliveryLineId })
  await make('order-step', { orderId: bought.id })
  await make('approval-task', { orderId: bought.id, triggerJson: { reason: 'Every order is checked' } })
  const department = await db('department').first('id')
  await make('customer-department-map', { customerId: company.customerId, departmentId: department.id })
  await db('ship_to').update({ isDefault: 1 })
  await db('user').update({ userType: 'EMPLOYEE' })
  await make('customer-segment')
  await fillLarge(db, orders, 1, () => undefined)
}
