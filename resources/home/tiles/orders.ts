import { order } from '../../orders/order.ts'
import { creatorRoles } from '../../orders/order-process.ts'
import { openStates } from '../../orders/order-states.ts'
import { ruleGap } from '../../orders/rule-gap.ts'
import type { Tile } from '../tile.ts'
import { buyers, sales } from './who.ts'

/** Orders, and what keeps them from going on. */
export const orderTiles: readonly Tile[] = [
  {
    name: 'drafts',
    group: 'orders',
    label: 'My drafts',
    roles: creatorRoles,
    counts: { other: 'drafts' },
    at: '/orders/order-history?drafts=mine',
  },
  {
    name: 'company-orders',
    group: 'orders',
    label: 'Orders to approve in the company',
    roles: buyers,
    companyRoles: ['HEAD', 'APPROVER'],
    counts: { list: order, where: { status: ['DRAFT'], companyAskedAt: 'set' } },
    since: 'companyAskedAt',
    at: '/orders/order-history?status=DRAFT',
    work: {
      who: ['{companyAskedById}'],
      why: 'Asks for your yes to an order',
      key: '{orderNo}',
      amount: ['grossValue'],
      due: { workingDays: 1 },
      proposedById: 'companyAskedById',
    },
  },
  {
    name: 'open-orders',
    group: 'orders',
    label: 'Open orders',
    roles: [...buyers, ...sales],
    counts: { list: order, where: { status: openStates } },
    since: 'orderDate',
    at: '/orders/order-history?status=OPEN',
  },
  {
    name: 'orders-in-error',
    group: 'orders',
    label: 'Orders in error',
    roles: [...buyers, ...sales, 'CSC_AGENT', 'SYS_ADMIN'],
    counts: { other: 'orders-in-error' },
    at: '/orders/order-in-error',
    work: {
      since: 'statusSince',
      who: ['{customerId}'],
      key: '{orderNo}',
      why: '{errorText}',
      amount: ['grossValue'],
      due: { workingDays: 1 },
      rows: { list: order, where: { status: ['IN_ERROR'] } },
    },
  },
  {
    name: 'orders-stuck',
    group: 'orders',
    label: 'Orders stuck for SAP',
    roles: ['CSC_AGENT', 'SYS_ADMIN', 'AUDITOR'],
    counts: { other: 'orders-stuck' },
    at: '/orders/order-stuck-for-sap',
    work: { asOne: 'SAP has not taken them; retry, or say what SAP has created' },
  },
  {
    name: 'rule-gaps',
    group: 'orders',
    label: 'Missing rules',
    roles: ['MASTER_ADMIN', 'PRICING_APPROVER'],
    counts: { list: ruleGap },
    since: 'createdAt',
    late: { label: 'stop orders', where: { stopsOrders: true } },
    work: { who: ['{kind} · {sbuId}'], why: '{message}' },
  },
]
