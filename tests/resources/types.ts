/**
 * Declarations that must not compile. Nothing runs here: `tsc` checks this file, and an unused `@ts-expect-error` is an error.
 */

import { type Asked, paramsOf } from '../../admin/http/asked.ts'
import { choice, code, effectivePeriod, list, reference, text } from '../../resources/define/fields.ts'
import { type Draft, type Row, record, resource } from '../../resources/define/resource.ts'
import type { Access } from '../../resources/define/rights.ts'
import type { lr } from '../../resources/dispatches/lr.ts'
import type { Product } from '../../resources/masters/products.ts'
import type { transporter } from '../../resources/masters/transporter.ts'
import type { Order } from '../../resources/orders/order.ts'
import { type ResourceName, resourceNamed } from '../../resources/registry.ts'

const plain = { group: 'masters', name: 'transporter', title: 'Transporter', purpose: 'Transporters.' } as const
const fields = { code: code(), name: text({ optional: true }), mode: choice(['AIR', 'RAIL']), ...effectivePeriod() }
const access: Access = { MASTER_ADMIN: 'RCUDI' }

export const right = resource({
  ...plain,
  fields,
  key: ['code'],
  list: ['code', 'mode', 'validFrom'],
  sort: ['-code', '-id'],
  rules: [{ field: 'name', message: 'is required by air', check: row => row.mode !== 'AIR' || row.name !== null }],
  access,
  within: { TRANSPORTER: { id: 'ownTransporter' } },
})

// @ts-expect-error a key of no field
resource({ ...plain, fields, key: ['cod'], access })
// @ts-expect-error a list of no field
resource({ ...plain, fields, key: ['code'], list: ['nmae'], access })
// @ts-expect-error an order by no field
resource({ ...plain, fields, key: ['code'], sort: ['-nmae'], access })
// @ts-expect-error an index of no field
resource({ ...plain, fields, key: ['code'], indexes: [['code', 'nmae']], access })
// @ts-expect-error a group of the menu that does not exist
resource({ ...plain, group: 'orders', fields, key: ['code'], access })
// @ts-expect-error a master without access
resource({ ...plain, fields, key: ['code'] })
// @ts-expect-error a record without a path
record({ name: 'transporter', title: 'Transporter', purpose: 'Transporters.', fields, key: ['code'], access })
// @ts-expect-error a role that does not exist
resource({ ...plain, fields, key: ['code'], access: { MASTER: 'R' } })
// @ts-expect-error letters that are no grant
resource({ ...plain, fields, key: ['code'], access: { MASTER_ADMIN: 'READ' } })
// @ts-expect-error a scope that does not exist
resource({ ...plain, fields, key: ['code'], access, within: { TRANSPORTER: { id: 'mine' } } })
// @ts-expect-error a scope over no field
resource({ ...plain, fields, key: ['code'], access, within: { TRANSPORTER: { transporterId: 'ownTransporter' } } })
// @ts-expect-error a rule about no field
resource({ ...plain, fields, key: ['code'], access, rules: [{ field: 'nmae', message: 'm', check: () => true }] })
resource({
  ...plain,
  fields,
  key: ['code'],
  access,
  // @ts-expect-error a rule that reads no field
  rules: [{ field: 'name', message: 'm', check: row => row.nmae !== null }],
})
resource({
  ...plain,
  fields,
  key: ['code'],
  access,
  // @ts-expect-error a rule that compares a choice with what it can never be
  rules: [{ field: 'mode', message: 'm', check: row => row.mode !== 'SEA' }],
})

// @ts-expect-error a default that is no option
choice(['AIR', 'RAIL'], { default: 'SEA' })
// @ts-expect-error a default with one that is no option
list(['AIR', 'RAIL'], { default: ['AIR', 'SEA'] })
// @ts-expect-error a format that does not exist
text({ format: 'gstn' })
// @ts-expect-error hidden from a role that does not exist
text({ hiddenFrom: ['BUYER'] })
// @ts-expect-error a choice among rows, given to a text
text({ where: { plantType: 'CNF' } })
// @ts-expect-error a reference to what has no name
reference({ title: 'Transporter' })

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const proves = <_ extends true>() => undefined

proves<Equal<Row<typeof right>['name'], string | null>>()
proves<Equal<Row<typeof right>['mode'], 'AIR' | 'RAIL'>>()
proves<Equal<Product['maxOrderQty'], number | null>>()
proves<Equal<Product['isDrug'], boolean>>()
proves<Equal<Row<typeof transporter>['gtaTaxMode'], 'RCM' | 'FORWARD_5' | 'FORWARD_18' | 'NOT_GTA'>>()
proves<Equal<Order['pendingStep'] & string, Exclude<Order['pendingStep'], null>>>()
proves<Equal<undefined extends Draft<typeof right>['name'] ? true : false, true>>()
// @ts-expect-error a draft without what is required
export const draft: Draft<typeof right> = { name: 'VRL' }

export const known: ResourceName = 'transporter'
// @ts-expect-error a resource that is not declared
export const unknown: ResourceName = 'transporters'
resourceNamed('ship-to')

// What screens ask lists for.
const ask = (asked: Asked<typeof lr>) => paramsOf(asked)
ask({
  where: { deliveryStatus: { $in: ['BOOKED'] }, lrNo: { $contains: 'VRL' }, 'plantId.code': '1010' },
  sort: { id: -1 },
})
ask({ where: { deliveredOn: null, podStatus: { $ne: 'NONE' } }, select: ['*', 'transporterId'] })
// @ts-expect-error a column that the list does not have
ask({ where: { lrNumber: 'VRL1' } })
// @ts-expect-error a parameter that the API does not read
ask({ $search: 'VRL1' })
// @ts-expect-error an option that the column does not have
ask({ where: { deliveryStatus: 'ARRIVED' } })
// @ts-expect-error a text among numbers
ask({ where: { plantId: { $in: ['1010'] } } })
// @ts-expect-error a part of a number
ask({ where: { packages: { $contains: '1' } } })
// @ts-expect-error an order by no column
ask({ sort: { lrNumber: 1 } })
// @ts-expect-error a column of another list
ask({ select: ['invoiceNo'] })
