import { times } from './setting.ts'

/**
 * When the portal reads each object of SAP by itself: what changed, and under `.full` everything. Masters come
 * before what names them.
 */
export const sapReadingTimes = {
  'sap.times.plant': times('never'),
  'sap.times.plant.full': times('45 1 * * *'),
  'sap.times.product': times('0 * * * *'),
  'sap.times.product.full': times('30 2 * * *'),
  'sap.times.customer': times('*/30 * * * *'),
  'sap.times.customer.full': times('0 2 * * *'),
  'sap.times.ship_to': times('*/30 * * * *'),
  'sap.times.ship_to.full': times('10 2 * * *'),
  'sap.times.price': times('never'),
  'sap.times.price.full': times('0 3 * * *'),
  'sap.times.rate_contract': times('never'),
  'sap.times.rate_contract.full': times('15 3 * * *'),
  'sap.times.stock': times('*/30 * * * *'),
  'sap.times.stock.full': times('never'),
  'sap.times.order_status': times('*/15 * * * *'),
  'sap.times.order_status.full': times('never'),
  'sap.times.delivery': times('*/15 * * * *'),
  'sap.times.delivery.full': times('40 3 * * *'),
  'sap.times.invoice': times('*/15 * * * *'),
  'sap.times.invoice.full': times('never'),
  'sap.times.outstanding': times('0 * * * *'),
  'sap.times.outstanding.full': times('never'),
  // Before the open items: what is cleared then is no surprise to their guard.
  'sap.times.payment_clearing': times('50 * * * *'),
  'sap.times.payment_clearing.full': times('never'),
} as const

type Key = keyof typeof sapReadingTimes

/** The setting that says when an object is read. */
export const readingTimeKey = (object: string, mode: 'DELTA' | 'FULL'): Key =>
  `sap.times.${object.toLowerCase()}${mode === 'FULL' ? '.full' : ''}` as Key
