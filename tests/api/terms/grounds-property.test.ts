/** @module-tag locks */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { systemAuthor } from '../../../api/derive/save/author.ts'
import { insertRows } from '../../../api/derive/save/write.ts'
import { today } from '../../../api/platform/clock.ts'
import { addDays } from '../../../resources/define/dates.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { channelProductPromocode } from '../../../resources/masters/channel-product-promocode.ts'
import { custShiptoProdPrice } from '../../../resources/masters/cust-shipto-prod-price.ts'
import { withinSeconds } from '../../support/limits.ts'
import { exampleCustomer, exampleOrderInput, idempotencyHeader, takeStep } from '../../support/orders/example-order.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'
import { runs } from '../../support/proof.ts'

const portal = portalOfFile(demoPortal)
const table = (name: string) => portal.db(name)
const yesterday = addDays(today(), -1)

type Undo = () => Promise<unknown>
interface Given {
  orderId: number
  customerId: number
  undo: Undo[]
}

/** Changes a row, to be put back when the order is done. */
async function set({ undo }: Given, name: string, id: number | null | undefined, values: RowValues) {
  if (id == null) return
  const before = await table(name).where({ id }).first()
  undo.push(() =>
    table(name)
      .where({ id })
      .update(Object.fromEntries(Object.keys(values).map(column => [column, before[column]]))),
  )
  await table(name).where({ id }).update(values)
}

const linesOf = (orderId: number) => table('order_line').where({ orderId, lineStatus: 'OPEN' }).orderBy('lineNo')
const orderOf = (id: number) => table('order').where({ id }).first()
const contractOf = async (orderId: number): Promise<number | undefined> => {
  const line = (await linesOf(orderId)).find(({ priceSource }) => priceSource === 'RATE_CONTRACT')
  return line && (await table('rate_contract_line').where({ id: line.priceSourceId }).first()).rateContractId
}
const rowOf = async (orderId: number, step: string): Promise<number | undefined> => {
  const steps = (await linesOf(orderId)).flatMap(({ priceTrace }) => JSON.parse(priceTrace).steps)
  return steps.find(each => each.step === step && each.verdict === 'won')?.row?.id
}

/** What may happen between any two steps. */
const endings: Record<string, (given: Given) => Promise<void>> = {
  nothing: async () => undefined,
  contractSuspended: async of =>
    set(of, 'rate_contract_customer', await contractOf(of.orderId), { status: 'SUSPENDED' }),
  contractClosed: async of => set(of, 'rate_contract_customer', await contractOf(of.orderId), { status: 'CLOSED' }),
  contractEnded: async of => set(of, 'rate_contract_customer', await contractOf(of.orderId), { validTo: yesterday }),
  discountOff: async of => set(of, 'product_discount', await rowOf(of.orderId, 'D1'), { isActive: 0 }),
  discountEnded: async of => set(of, 'product_discount', await rowOf(of.orderId, 'D1'), { validTo: yesterday }),
  listOff: async of => set(of, 'product_price', await rowOf(of.orderId, 'P4'), { isActive: 0 }),
  listRaised: async of => set(of, 'product_price', await rowOf(of.orderId, 'P4'), { listPrice: 2_000_00 }),
  agreedOff: async of => set(of, 'cust_shipto_prod_price', await rowOf(of.orderId, 'P1'), { isActive: 0 }),
  slabRaised: async of => set(of, 'cust_shipto_prod_price', await rowOf(of.orderId, 'P1'), { minQty: 900_000 }),
  promoEnded: async of => set(of, 'channel_product_promocode', await rowOf(of.orderId, 'D2'), { validTo: yesterday }),
  promoUsedUp: async of => set(of, 'channel_product_promocode', await rowOf(of.orderId, 'D2'), { maxUses: 0 }),
  productStopped: async of => set(of, 'products', (await linesOf(of.orderId))[0]?.productId, { isOrderable: 0 }),
  customerBlocked: async of => set(of, 'customer', of.customerId, { sapOrderBlock: '01' }),
  plantClosed: async of => set(of, 'plant', (await linesOf(of.orderId))[0]?.plantId, { isActive: 0 }),
  approverGone: async of => {
    const { currentTaskId } = await orderOf(of.orderId)
    const { assigneeUserId = null } = (await table('approval_task').where({ id: currentTaskId }).first()) ?? {}
    const user = assigneeUserId === null ? null : await table('user').where({ id: assigneeUserId }).first()
    await set(of, 'employee', user?.employeeId, { dateOfLeaving: yesterday })
  },
}

/** The login that decides the open task, or undefined where nobody may. */
async function deciderOf(orderId: number): Promise<{ loginId: string; employeeId: number | null } | undefined> {
  const { currentTaskId } = await orderOf(orderId)
  const task = await table('approval_task').where({ id: currentTaskId }).first()
  const named = (rows: ReturnType<typeof table>) => rows.first('loginId', 'employeeId')
  if (task.assigneeUserId !== null) return named(table('user').where({ id: task.assigneeUserId }))
  if (task.assigneeCustomerId !== null) return named(table('user').where({ loginId: 'customer' }))
  const [several] = await table('task_assignee').where({ approvalTaskId: task.id }).pluck('userId')
  if (several) return named(table('user').where({ id: several }))
  const { code } = await table('role').where({ id: task.assigneeRoleId }).first('code')
  return named(table('user').where({ loginId: code.toLowerCase() }))
}

/** Why an order must not have been sold, by the rows as they are now. */
async function faultsOf(orderId: number): Promise<string[]> {
  const order = await orderOf(orderId)
  const faults: string[] = []
  const day = order.orderDate
  const counts = (row: RowValues | undefined) =>
    row !== undefined && Boolean(row.isActive) && String(row.validFrom) <= day && String(row.validTo) >= day
  if ((await table('customer').where({ id: order.customerId }).first()).sapOrderBlock) faults.push('customer blocked')
  for (const line of await linesOf(orderId)) {
    const at = (what: string) => `${line.lineNo}: ${what}`
    const product = await table('products').where({ id: line.productId }).first()
    if (!product.isOrderable) faults.push(at('product stopped'))
    if (!(await table('plant').where({ id: line.plantId }).first()).isActive) faults.push(at('plant closed'))
    if (line.priceSource === 'RATE_CONTRACT') {
      const called = await table('rate_contract_line').where({ id: line.priceSourceId }).first()
      const contract = await table('rate_contract_customer').where({ id: called.rateContractId }).first()
      const approved: string[] = await table('approval_task')
        .where({ orderId, step: 'RATE_CONTRACT', status: 'APPROVED', round: order.approvalRound })
        .pluck('triggerJson')
      const lost = ({ SUSPENDED: 'is suspended', CLOSED: 'is closed' } as RowValues)[contract.status]
      const why = lost ?? (counts(contract) ? undefined : 'counts from')
      if (why && !approved.some(json => json.includes(String(why)))) faults.push(at(`contract ${why}`))
      continue
    }
    if (JSON.parse(line.priceTrace).steps.some(({ name }: RowValues) => name === 'APPROVER')) continue
    const name = line.priceSource === 'LIST' ? 'product_price' : 'cust_shipto_prod_price'
    const price = await table(name).where({ id: line.priceSourceId }).first()
    if (!counts(price) || Number(price.minQty ?? 0) > line.qty) faults.push(at(`${name} does not count`))
    if (line.promoCodeId !== null) {
      const promo = await table('channel_product_promocode').where({ id: line.promoCodeId }).first()
      if (!counts(promo) || (promo.maxUses !== null && promo.usedCount > promo.maxUses)) faults.push(at('promo'))
    }
    if (line.defaultDiscountPct > 0) {
      const discounts = await table('product_discount').where({ discountPct: line.defaultDiscountPct })
      if (!discounts.some(row => counts(row) && Number(row.minQty) <= line.qty)) faults.push(at('standing discount'))
    }
  }
  return faults
}

const anyMove = fc.record({
  ending: fc.constantFrom(...Object.keys(endings)),
  act: fc.constantFrom('approve', 'approve', 'approve', 'cut', 'refuse', 'sendBack'),
})
const anyOrder = fc.record({
  lines: fc.constantFrom(
    [['LS-1001', 100, 4]],
    [
      ['LS-1003', 20, 2],
      ['LS-1001', 100, 6],
    ],
    [
      ['LS-1003', 20, 0],
      ['LS-1004', 10, 6],
    ],
    [
      ['LS-1001', 100, 12],
      ['LS-1004', 10, 0],
    ],
  ) as fc.Arbitrary<(readonly [string, number, number])[]>,
  agreed: fc.constantFrom(null, null, 90_000, 95_000, 99_000),
  promo: fc.boolean(),
  freightTerms: fc.constantFrom(null, null, 'FOR', 'BILLED', 'TO_PAY'),
  moves: fc.array(anyMove, { minLength: 8, maxLength: 8 }),
})

it(
  'nothing is sold on a row that fell, by somebody without authority, or unseen by the customer',
  async () => {
    const asha = await portal.as('asha')
    const { id: customerId } = await exampleCustomer(portal)
    const outcomes: Record<string, number> = {}
    await table('rate_contract_line').where({ customerId }).update({ contractQty: 900_000_000 })
    await fc.assert(
      fc.asyncProperty(anyOrder, async ({ moves, ...order }) => {
        const undo: Undo[] = []
        try {
          const outcome = await live({ orderId: 0, customerId, undo }, asha, order, moves)
          outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
        } finally {
          for (const step of undo.reverse()) await step()
        }
      }),
      { numRuns: runs(16) },
    )
    // A property of orders that never come so far would hold of nothing.
    expect(Object.keys(outcomes)).toEqual(expect.arrayContaining(['APPROVED', 'IN_ERROR']))
  },
  withinSeconds(240),
)

type Move = { ending: string; act: string }
interface Asked {
  lines: readonly (readonly [string, number, number])[]
  agreed: number | null
  promo: boolean
  freightTerms: string | null
}
type Client = Awaited<ReturnType<typeof portal.as>>

/** Takes an order through its approvals while its grounds end, and holds it to what must be true; tells how it ended. */
async function live(
  given: Given,
  asha: Client,
  { lines, agreed, promo, freightTerms }: Asked,
  moves: readonly Move[],
): Promise<string> {
  const { customerId, undo } = given
  const input = await exampleOrderInput(portal, asha, lines)
  const first = input.lines.find(({ productId }) => productId) as { productId: number }
  if (agreed !== null) {
    const price = { customerId, shipToId: input.shipToId, productId: first.productId, netPrice: agreed, minQty: 0 }
    const dated = { approvedRef: 'MD/1', validFrom: yesterday, validTo: '9999-12-31' }
    const [row] = await insertRows(portal.db, custShiptoProdPrice, [{ ...price, ...dated }], systemAuthor('test'))
    undo.push(() => table('cust_shipto_prod_price').where({ id: row!.id }).delete())
  }
  const promoCode = promo && agreed === null ? await promoOf(given, first.productId) : null
  const withPromo = input.lines.map((line, at) => ({ ...line, promoCode: at === 0 ? promoCode : null }))
  const sent = { ...input, freightTerms, lines: withPromo }
  const draft = await asha.post('/api/orders', sent, idempotencyHeader())
  expect(draft.status, JSON.stringify(draft.body)).toBe(201)
  given.orderId = draft.body.id
  const { orderId } = given
  const submitted = await takeStep(asha, orderId, 'submit')
  if (submitted.status !== 201) return 'REFUSED'
  /** Something that the customer has not accepted: what was refused or cut, or another price. */
  let unseen = false
  for (const { ending, act } of moves) {
    const before = await orderOf(orderId)
    if (before.status !== 'PENDING') break
    await endings[ending]!(given)
    const decider = await deciderOf(orderId)
    if (!decider) break
    const taken = await decide(orderId, decider, before.pendingStep, act, asha)
    if (ending === 'approverGone' && decider.employeeId !== null) {
      const { dateOfLeaving } = await table('employee').where({ id: decider.employeeId }).first()
      if (dateOfLeaving === yesterday) expect([act, taken.status >= 400]).toEqual([act, true])
    }
    // The session of somebody who has left ends; they sign in for the next order.
    if (taken.status === 401) clients.delete(decider.loginId)
    if (taken.status >= 400) continue
    if (taken.did === 'accept') unseen = false
    if (taken.did === 'changeLine') unseen = true
    if (taken.did === 'approve' && (await pricesOf(orderId)) !== taken.prices) unseen = true
  }
  const { status } = await orderOf(orderId)
  if (status === 'APPROVED') {
    expect(await faultsOf(orderId)).toEqual([])
    expect(unseen, 'the customer has seen what is sold').toBe(false)
  }
  // What it holds of contracts, promo codes and credit is free for the next one.
  const ends: Record<string, string> = { PENDING: 'cancel', IN_ERROR: 'cancel', DRAFT: 'delete' }
  if (ends[status]) await takeStep(asha, orderId, ends[status], { remark: 'Tried' })
  return status
}

const clients = new Map<string, Client>()
/** Each person signs in once: who has left since then has a session. */
async function signedIn(loginId: string): Promise<Client | null> {
  const known = clients.get(loginId) ?? (await portal.as(loginId).catch(() => null))
  if (known) clients.set(loginId, known)
  return known
}

const pricesOf = async (orderId: number) =>
  JSON.stringify((await linesOf(orderId)).map(line => [line.productId, line.netPrice / line.priceUnit]))

async function promoOf({ customerId, undo }: Given, productId: number): Promise<string> {
  const { channelId } = await table('customer').where({ id: customerId }).first('channelId')
  const promoCode = `P${Math.random()
    .toString(36)
    .slice(2, 8)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')}`
  const gives = { promoCode, channelId, productId, discountType: 'PERCENT', discountValue: 700, minQty: 0, maxUses: 9 }
  const rest = { isCombinable: false, usedCount: 0, validFrom: yesterday, validTo: '9999-12-31' }
  const [row] = await insertRows(
    portal.db,
    channelProductPromocode,
    [{ ...gives, ...rest } as never],
    systemAuthor('test'),
  )
  undo.push(() => table('channel_product_promocode').where({ id: row!.id }).update({ isActive: 0 }))
  return promoCode
}

async function decide(
  orderId: number,
  { loginId }: { loginId: string },
  pendingStep: string,
  act: string,
  asha: Client,
): Promise<{ status: number; did: string; prices: string }> {
  const prices = await pricesOf(orderId)
  const who = await signedIn(loginId)
  if (!who) return { status: 401, did: 'sign in', prices }
  const open = await linesOf(orderId)
  const did = async (step: string, more: RowValues = {}) => ({
    status: (await takeStep(who, orderId, step, more)).status,
    did: step,
    prices,
  })
  if (pendingStep === 'ACCEPTANCE') return did('accept')
  if (act === 'cut' && open[0].qty > 20_000)
    return did('changeLine', { lines: [{ lineNo: open[0].lineNo, qty: open[0].qty / 2 }] })
  if (act === 'refuse' && open.length > 1)
    return did('changeLine', { lines: [{ lineNo: open[1].lineNo, isRejected: true }] })
  if (act !== 'sendBack') return did('approve')
  const back = await did('sendBack', { remark: 'Ask again' })
  if (back.status !== 201) return back
  const shown = await takeStep(asha, orderId, 'submit')
  const { seenLines } = shown.body.data ?? {}
  if (shown.status === 409 && seenLines) await takeStep(asha, orderId, 'submit', { seenLines })
  return { ...back, prices: await pricesOf(orderId) }
}
