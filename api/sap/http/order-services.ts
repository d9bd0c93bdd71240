import type { SapFields } from './fields.ts'
import type { SapRow } from './odata.ts'

/**
 * A service of SAP that holds sales orders of one document category. Their rows differ in names: `names` says what this
 * service calls a field of A_SalesOrder and of what hangs on it.
 */
export interface OrderService {
  service: string
  order: string
  item: string
  /** Null where schedule lines are only read. */
  scheduleLine: string | null
  names: Readonly<Record<string, string>>
  /** What is read of an order beside it. */
  expand: readonly string[]
  /** The field of the header, in the names of A_SalesOrder, that bears our order number. */
  orderNoIn(fields: Pick<SapFields, 'orderNo'>): string
}

/** Orders that are billed: document category C. */
const charged: OrderService = {
  service: 'API_SALES_ORDER_SRV',
  order: 'A_SalesOrder',
  item: 'A_SalesOrderItem',
  scheduleLine: 'A_SalesOrderScheduleLine',
  names: {},
  expand: ['to_Item', 'to_Item/to_ScheduleLine', 'to_Item/to_PricingElement'],
  orderNoIn: ({ orderNo }) => orderNo,
}

/**
 * Orders free of charge: document category I, which API_SALES_ORDER_SRV does not serve. It has no conditions, its schedule
 * lines are only read and bear no dates, and of the customer's references only PurchaseOrderByCustomer.
 */
const free: OrderService = {
  service: 'API_SALES_ORDER_WITHOUT_CHARGE_SRV',
  order: 'A_SalesOrderWithoutCharge',
  item: 'A_SalesOrderWithoutChargeItem',
  scheduleLine: null,
  names: {
    SalesOrder: 'SalesOrderWithoutCharge',
    SalesOrderType: 'SalesOrderWithoutChargeType',
    SalesOrderDate: 'SalesOrderWithoutChargeDate',
    SalesOrderItem: 'SalesOrderWithoutChargeItem',
    SalesOrderItemCategory: 'SlsOrdWthoutChrgItemCategory',
    SalesOrderItemText: 'SalesOrderWthoutChrgItemText',
    ProductionPlant: 'Plant',
  },
  expand: ['to_Item', 'to_Item/to_ScheduleLine'],
  orderNoIn: () => 'PurchaseOrderByCustomer',
}

/** What tells the service of an order: whether its order type is free of charge. */
export interface Charged {
  isFreeOfCharge?: boolean
}

/** The service that holds an order. */
export const orderServiceOf = ({ isFreeOfCharge = false }: Charged): OrderService => (isFreeOfCharge ? free : charged)

/** A row in the names of A_SalesOrder, with all that hangs on it, in the names of this service. */
export const inItsNames = ({ names }: Pick<OrderService, 'names'>, row: SapRow): SapRow => renamed(row, names)

/** A row of this service, with all that hangs on it, in the names of A_SalesOrder. */
export const inOrderNames = ({ names }: Pick<OrderService, 'names'>, row: SapRow): SapRow =>
  renamed(row, Object.fromEntries(Object.entries(names).map(([ours, its]) => [its, ours])))

function renamed(row: SapRow, names: Readonly<Record<string, string>>): SapRow {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [names[name] ?? name, below(value, names)]))
}

function below(value: unknown, names: Readonly<Record<string, string>>): unknown {
  if (Array.isArray(value)) return value.map(one => below(one, names))
  return typeof value === 'object' && value !== null ? renamed(value as SapRow, names) : value
}
