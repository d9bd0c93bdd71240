import type { Condition } from '../define/condition.ts'
import type { OfferedTo } from './actions.ts'

/** What a person does with a record that was found; its words are followed by the name of the record. */
export interface RecordAct {
  key: string
  label: string
  /** Its address, before the id and after it. */
  path: readonly [string, string?]
  who: OfferedTo
  /** What the record must be like. */
  when?: Condition
  /** It is downloaded. */
  isFile?: true
}

const read = (subject: string, column?: string): OfferedTo => ({
  action: 'read',
  subject,
  ...(column !== undefined && { column }),
})
const create = (subject: string): OfferedTo => ({ action: 'create', subject })

/** The everyday acts on a record by the name of its resource, the commonest first. */
export const recordActs: Readonly<Record<string, readonly RecordAct[]>> = {
  customer: [
    {
      key: 'order',
      label: 'New order for',
      path: ['/orders/default?customer='],
      who: create('orders'),
      when: { isActive: true },
    },
    { key: 'orders', label: 'Orders of', path: ['/orders/order-history?customer='], who: read('orders') },
    {
      key: 'complain',
      label: 'New complaint of',
      path: ['/complaints/create?customerId='],
      who: create('complaints'),
    },
    {
      key: '360',
      label: 'Customer 360 of',
      path: ['/masters/dashboard?customer='],
      who: { capability: 'seeCustomer360' },
    },
  ],
  order: [
    {
      key: 'edit',
      label: 'Edit',
      path: ['/orders/default?id='],
      who: create('orders'),
      when: { status: 'DRAFT' },
    },
    {
      key: 'pdf',
      label: 'PDF of',
      path: ['/api/orders/', '/pdf'],
      who: read('orders', 'grossValue'),
      when: { status: { not: 'DRAFT' } },
      isFile: true,
    },
    {
      key: 'complain',
      label: 'New complaint about',
      path: ['/complaints/create?order='],
      who: create('complaints'),
      when: { status: { not: 'DRAFT' } },
    },
  ],
  invoice: [
    {
      key: 'pay',
      label: 'Pay',
      path: ['/transaction-view/payment-cart?invoice='],
      who: { action: 'approve', subject: 'payment-carts' },
      when: { isCleared: false, isCancelled: false },
    },
    {
      key: 'pdf',
      label: 'PDF of',
      path: ['/api/invoices/', '/pdf'],
      who: read('invoices', 'grossValue'),
      isFile: true,
    },
    { key: 'papers', label: 'Document passport of', path: ['/dispatches/passport/invoice-'], who: read('lrs') },
  ],
  lr: [{ key: 'copy', label: 'LR copy of', path: ['/api/lrs/', '/pdf'], who: read('lrs'), isFile: true }],
}
