import type { Knex } from 'knex'
import { isSqlite } from '../../api/platform/database.ts'

/** The first ids of what is added, beside what the demo company has. */
export interface FirstIds {
  order: number
  invoice: number
  lr: number
  lrLine: number
  task: number
}

/** What a column of a new row is, as SQL; the others are those of a model row of the demo company. */
type Values = Record<string, string>
interface Insert {
  table: string
  /** Which rows of the table had best lend the other columns. */
  model: string
  from: string
  values: Values
}

/**
 * The documents of planned orders: `p` is the planned order, `b` its buyer, `k` its basket. Set-based, and the same on both
 * databases: whole numbers, texts, joins.
 */
export function inserts(first: FirstIds): Insert[] {
  const id = `(${first.order} + p.no)`
  const invoiceId = `(${first.invoice} + p.no)`
  const numbered = (letters: string) => `concat('${letters}', substr(concat('00000000', p.no), -8))`
  const at = (day: string, time = '06:30') => `concat(p.${day}, 'T${time}:00.000Z')`
  const buyer = { customerId: 'b.customerId', soldToId: 'b.soldToId', shipToId: 'b.shipToId' }
  const stamps = {
    zoneId: 'b.zoneId',
    zoneAreaId: 'b.zoneAreaId',
    customerSegmentId: 'b.customerSegmentId',
    clusterCode: 'null',
    salesEmployeeId: 'b.salesEmployeeId',
  }
  const by = (day: string) => ({ createdAt: at(day), updatedAt: at(day), rowVersion: '1' })
  const planned = 'size_plan p join size_buyer b on b.buyer = p.buyer join size_basket k on k.basket = p.basket'
  const lineOf = (of: string) => `size_plan p join order_line l on l.orderId = ${id} ${of}`
  const isOver = "p.status in ('CLOSED', 'DELIVERED')"
  const lost = "p.status = 'CANCELLED'"
  // Every ninth line is billed in part, and of those half are cancelled for the rest.
  const billed = `(case when p.billed = 1 then case when (p.no * 7 + x.lineNo) % 90 = 0 then round(x.qty * 0.5) else x.qty end else 0 end)`
  const cancelled = `(case when ${lost} then x.qty when p.billed = 1 and (p.no * 7 + x.lineNo) % 180 = 0 then x.qty - round(x.qty * 0.5) else 0 end)`
  const share = (value: string) => `round(${value} * 1.0 * l.invoicedQty / l.qty)`
  const note = 'p.note is not null'
  const noteId = `(${first.invoice} + p.no + ${NOTES_AFTER})`
  const invoiceValues = {
    ...stamps,
    soldToId: 'b.soldToId',
    payerId: 'b.soldToId',
    shipToId: 'b.shipToId',
    plantId: 'b.plantId',
    sbuId: 'k.sbuId',
  }
  return [
    {
      table: 'order',
      model: "status = 'CLOSED'",
      from: planned,
      values: {
        ...{
          id,
          orderNo: numbered('SZ'),
          draftNo: 'null',
          cartRef: numbered('SZ'),
          status: 'p.status',
          ...buyer,
          ...stamps,
        },
        ...{ billToId: 'b.soldToId', payerId: 'b.soldToId', channelId: 'b.channelId', sbuId: 'k.sbuId' },
        ...{ departmentId: 'b.departmentId', salesGroupId: 'null', placedById: 'b.placedById', orderDate: 'p.day' },
        pendingStep: "case when p.status = 'PENDING' then 'CSC' end",
        submittedAt: `case when p.status <> 'DRAFT' then ${at('day')} end`,
        ...{
          customerPoNo: numbered('PO'),
          poKey: numbered('PO'),
          customerPoDate: 'p.day',
          requestedDeliveryDate: 'p.requestedDay',
        },
        ...{
          listValue: 'k.listValue',
          discountValue: 'k.discountValue',
          freightValue: '0',
          taxableValue: 'k.netValue',
        },
        ...{ cgst: '0', sgst: '0', igst: 'k.gst', grossValue: 'k.grossValue', currentTaskId: 'null' },
        sapOrderNo: `case when ${isOver} or p.status = 'CONFIRMED' then ${numbered('7')} end`,
        statusSince: `case when ${isOver} then ${at('deliveredDay')} else ${at('day')} end`,
        deletedAt: `case when p.status = 'DELETED' then ${at('day', '09:10')} end`,
        ...by('day'),
      },
    },
    {
      table: 'order_line',
      model: "lineStatus = 'CLOSED'",
      from: 'size_plan p join size_buyer b on b.buyer = p.buyer join size_line x on x.basket = p.basket',
      values: {
        ...{
          orderId: id,
          lineNo: 'x.lineNo',
          productId: 'x.productId',
          soldToId: 'b.soldToId',
          qty: 'x.qty',
          uom: 'x.uom',
        },
        ...{ listPrice: 'x.listPrice', priceSource: "'LIST'", priceSourceId: 'null', priceUnit: '1' },
        ...{
          defaultDiscountPct: 'x.defaultDiscountPct',
          manualDiscountPct: 'x.manualDiscountPct',
          promoDiscountValue: '0',
        },
        ...{ netPrice: 'x.netPrice', discountPct: 'x.discountPct', netValue: 'x.netValue', freightValue: '0' },
        ...{ taxableValue: 'x.netValue', cgst: '0', sgst: '0', igst: 'x.gst', grossValue: 'x.grossValue' },
        ...{
          plantId: 'b.plantId',
          sourceTrace: 'null',
          priceTrace: 'null',
          shippingInstruction: 'null',
          limitPrice: 'null',
        },
        lineStatus: `case when ${isOver} then 'CLOSED' when ${lost} then 'CANCELLED' when p.status = 'DELETED' then 'DELETED' else 'OPEN' end`,
        ...{
          confirmedQty: `case when ${isOver} then x.qty else 0 end`,
          dispatchedQty: billed,
          invoicedQty: `case when p.reversed = 1 then 0 else ${billed} end`,
        },
        cancelledQty: cancelled,
        deletedAt: `case when p.status = 'DELETED' then ${at('day', '09:10')} end`,
        ...by('day'),
      },
    },
    {
      table: 'schedule_line',
      model: 'confirmedDate is not null',
      from: lineOf(''),
      values: {
        ...{
          orderId: 'l.orderId',
          orderLineId: 'l.id',
          scheduleNo: '1',
          requestedDate: 'p.requestedDay',
          qty: 'l.qty',
        },
        ...{
          confirmedDate: `case when ${isOver} then p.requestedDay end`,
          firstConfirmedDate: `case when ${isOver} then p.requestedDay end`,
          confirmedQty: 'l.confirmedQty',
          deliveredQty: 'l.dispatchedQty',
        },
        ...{ expectedDeliveryDate: `case when ${isOver} then p.expectedDay end`, ...by('day') },
      },
    },
    ...[
      step(
        "p.status <> 'DRAFT'",
        'submit',
        'DRAFT',
        "case when p.checked = 1 then 'PENDING_CSC' else 'APPROVED' end",
        at('day'),
      ),
      step(`p.checked = 1 and ${isOver}`, 'approve', 'PENDING_CSC', "'APPROVED'", at('day', '10:15')),
      step("p.status = 'REJECTED'", 'reject', 'PENDING_CSC', "'REJECTED'", at('day', '11:00')),
      step(lost, 'cancel', 'APPROVED', "'CANCELLED'", at('day', '11:30')),
      step("p.status = 'DEAD'", 'expire', 'PENDING_CSC', "'DEAD'", at('laterDay')),
      step("p.status = 'DELETED'", 'delete', 'PENDING_CSC', "'DELETED'", at('day', '09:10')),
    ].map(({ where, values }) => ({
      table: 'order_step',
      model: "step = 'submit'",
      from: `size_plan p where ${where}`,
      values: { ...values, orderId: id },
    })),
    {
      table: 'approval_task',
      model: "step = 'CSC' and status = 'APPROVED'",
      from: `size_plan p where p.checked = 1 and (${isOver} or p.status = 'PENDING')`,
      values: {
        ...{
          id: `(${first.task} + p.no)`,
          taskNo: numbered('SZ'),
          orderId: id,
          trace: 'null',
          triggerJson: `'{"reason":"Every order is checked","lineNos":[10]}'`,
        },
        ...{ fingerprint: numbered('SZ'), status: "case when p.status = 'PENDING' then 'PENDING' else 'APPROVED' end" },
        ...{ dueAt: at('laterDay'), actedAt: `case when p.status <> 'PENDING' then ${at('day', '10:15')} end` },
        ...{ actedById: "case when p.status <> 'PENDING' then m.actedById end", ...by('day') },
      },
    },
    {
      table: 'invoice',
      model: "invoiceType = 'INVOICE' and orderId is not null",
      from: `${planned} where p.billed = 1`,
      values: {
        ...{
          id: invoiceId,
          invoiceNo: numbered('SI'),
          sapBillingDoc: numbered('7'),
          invoiceDate: 'p.invoiceDay',
          ...invoiceValues,
        },
        ...{
          sapOrderNo: numbered('7'),
          orderId: id,
          netValue: 'k.netValue',
          freightValue: '0',
          cgst: '0',
          sgst: '0',
          igst: 'k.gst',
        },
        ...{
          roundOff: '0',
          grossValue: 'k.grossValue',
          dueDate: 'p.dueDay',
          sapDeliveryNo: numbered('6'),
          irn: 'null',
        },
        ...{ isCancelled: 'p.reversed', cancelledOn: 'case when p.reversed = 1 then p.laterDay end', isCleared: '1' },
        ...{ dispatchStatus: 'p.deliveryStatus', ...by('invoiceDay') },
      },
    },
    {
      table: 'invoice_line',
      model: '1 = 1',
      from: lineOf('join size_line x on x.basket = p.basket and x.lineNo = l.lineNo where p.billed = 1'),
      values: {
        ...{
          invoiceId,
          lineNo: 'l.lineNo',
          orderLineId: 'l.id',
          productId: 'l.productId',
          qty: 'l.dispatchedQty',
          uom: 'l.uom',
        },
        ...{
          unitPrice: 'l.netPrice',
          netValue: share('l.netValue').replace('invoicedQty', 'dispatchedQty'),
          taxValue: share('l.igst').replace('invoicedQty', 'dispatchedQty'),
        },
        ...{ grossWeightKg: 'x.weight', baseQty: 'l.dispatchedQty', baseUom: 'l.uom', sapDeliveryNo: numbered('6') },
        ...{ batchNo: "concat('B', p.fy)", expiryDate: 'null', ...by('invoiceDay') },
      },
    },
    {
      table: 'invoice',
      model: "invoiceType = 'INVOICE' and orderId is not null",
      from: `${planned} where ${note}`,
      values: {
        ...{
          id: noteId,
          invoiceNo: numbered('SN'),
          sapBillingDoc: numbered('8'),
          invoiceType: 'p.note',
          invoiceDate: 'p.laterDay',
          ...invoiceValues,
        },
        ...{
          sapOrderNo: 'null',
          orderId: id,
          netValue: 'round(k.netValue * 0.1)',
          freightValue: '0',
          cgst: '0',
          sgst: '0',
          igst: 'round(k.gst * 0.1)',
        },
        ...{
          roundOff: '0',
          grossValue: 'round(k.netValue * 0.1) + round(k.gst * 0.1)',
          dueDate: 'p.dueDay',
          sapDeliveryNo: 'null',
          irn: 'null',
        },
        ...{ isCancelled: '0', cancelledOn: 'null', isCleared: '1', dispatchStatus: "'DELIVERED'", ...by('laterDay') },
      },
    },
    {
      table: 'invoice_line',
      model: '1 = 1',
      from: `size_plan p join size_basket k on k.basket = p.basket join size_line x on x.basket = p.basket and x.lineNo = 10 where ${note}`,
      values: {
        ...{
          invoiceId: noteId,
          lineNo: '10',
          orderLineId: 'null',
          productId: 'x.productId',
          qty: '1000',
          uom: 'x.uom',
          unitPrice: 'round(k.netValue * 0.1)',
        },
        ...{
          netValue: 'round(k.netValue * 0.1)',
          taxValue: 'round(k.gst * 0.1)',
          grossWeightKg: '0',
          baseQty: '1000',
          baseUom: 'x.uom',
        },
        ...{ sapDeliveryNo: 'null', batchNo: 'null', expiryDate: 'null', ...by('laterDay') },
      },
    },
    {
      table: 'lr',
      model: "deliveryStatus = 'DELIVERED' and billStatus = 'PAID'",
      from: `${planned} where p.billed = 1`,
      values: {
        ...{
          id: `(${first.lr} + p.no)`,
          lrNo: numbered('SZ'),
          fy: 'p.fy',
          lrDate: 'p.lrDay',
          plantId: 'b.plantId',
          transporterId: 'b.transporterId',
        },
        ...{
          packages: '1 + p.no % 9',
          actualWeightKg: 'k.weight',
          chargedWeightKg: 'k.weight',
          declaredValue: 'k.grossValue',
        },
        ...{
          freightAmount: '20000 + round(k.weight * 0.9)',
          expectedFreight: '20000 + round(k.weight * 0.9)',
          toCityId: 'b.toCityId',
          otherCharges: '0',
        },
        ...{
          expectedDeliveryDate: 'p.expectedDay',
          originalExpectedDate: 'p.expectedDay',
          deliveryStatus: 'p.deliveryStatus',
        },
        ...{ deliveredOn: "case when p.deliveryStatus = 'DELIVERED' then p.deliveredDay end", podStatus: "'ACCEPTED'" },
        ...{ billStatus: "case when p.no % 5 = 0 then 'UNBILLED' else 'PAID' end", ...by('lrDay') },
      },
    },
    {
      table: 'lr_line',
      model: 'invoiceId is not null',
      from: `${planned} where p.billed = 1`,
      values: {
        ...{
          id: `(${first.lrLine} + p.no)`,
          lrId: `(${first.lr} + p.no)`,
          invoiceId,
          packages: '1 + p.no % 9',
          weightKg: 'k.weight',
        },
        ...{
          invoiceValue: 'k.grossValue',
          freightShare: '20000 + round(k.weight * 0.9)',
          deliveryId: 'null',
          ewayBillNo: 'null',
          ewayDocNo: 'null',
          ewayHeld: 'null',
          ewayValidTo: 'null',
          ...by('lrDay'),
        },
      },
    },
    {
      table: 'lr_line_item',
      model: '1 = 1',
      from: `size_plan p join size_basket k on k.basket = p.basket join invoice_line l on l.invoiceId = ${invoiceId} join invoice_line_goods g on g.invoiceLineId = l.id where p.billed = 1`,
      values: {
        ...{
          lrLineId: `(${first.lrLine} + p.no)`,
          lrId: `(${first.lr} + p.no)`,
          deliveryLineId: 'g.deliveryLineId',
          qty: 'l.qty',
          weightKg: 'l.grossWeightKg',
        },
        ...{
          freightShare: 'round((20000 + round(k.weight * 0.9)) * 1.0 * l.grossWeightKg / (k.weight + 1))',
          cartingShare: '0',
          ...by('lrDay'),
        },
      },
    },
  ]
}

/** Notes have the ids after those of all invoices. */
const NOTES_AFTER = 10_000_000

const step = (where: string, name: string, from: string, to: string, at: string) => ({
  where,
  values: {
    step: `'${name}'`,
    fromStatus: `'${from}'`,
    toStatus: to,
    at,
    createdAt: at,
    updatedAt: at,
    remark: 'null',
    rowVersion: '1',
  },
})

/** Writes the rows of one insert for a range of the plan; columns without a value are those of its model row. */
export async function write(trx: Knex, { table, model, from, values }: Insert, [first, last]: [number, number]) {
  const columns = Object.keys(await trx(table).columnInfo()).filter(name => name !== 'id' || 'id' in values)
  const names = columns.map(name => `\`${name}\``).join(', ')
  const given = columns.map(name => values[name] ?? `m.\`${name}\``).join(', ')
  const [modelId] = await trx(table).orderByRaw(`case when ${model} then 0 else 1 end, id`).limit(1).pluck('id')
  if (modelId === undefined)
    throw new Error(`The demo company has no row of ${table}, after which others could be made`)
  const [joins, where = '1 = 1'] = from.split(' where ')
  // Selected before anything is written: SQLite would otherwise read what it writes.
  const order = isSqlite(trx) ? ' order by p.no' : ''
  await trx.raw(
    `insert into \`${table}\` (${names}) select ${given} from ${joins} join (select * from \`${table}\` where id = ${modelId}) m on 1 = 1 where p.no between ${first} and ${last} and (${where})${order}`,
  )
}
