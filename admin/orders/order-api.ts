import type { SentOf } from '../../resources/define/command.ts'
import type { createOrder } from '../../resources/orders/commands/orders.ts'
import type { OrderBody } from '../../resources/orders/order-input.ts'
import type * as pad from '../../resources/orders/pad/commands.ts'
import type { FoundCustomer, OfferedProduct } from '../../resources/orders/pad/offers.ts'
import type { quoteOrder } from '../../resources/orders/quote/commands.ts'
import { ask, at, question } from '../derive/command/ask.ts'
import { api } from '../shell/api.ts'

/** Which customers to find: those the person may order for, or those they may simulate orders for. */
export type CustomersAmong = 'order-customers' | 'simulation-customers'

/** Finds customers by words, the best match first. */
export const findCustomers = async (q: string, signal: AbortSignal, among: CustomersAmong) =>
  (await api.get<FoundCustomer[]>(`/${among}`, { params: { q }, signal })).data

/** The choices for an order of the customer, and the customer's own terms. */
export const orderContext = (customerId: number) => ask(at<typeof pad.showContext>('GET order-context'), { customerId })

/** Finds products that the customer may order, by code, name or CAS number. */
export const findProducts = (customerId: number, q: string, signal?: AbortSignal) =>
  ask(at<typeof pad.findProducts>('GET order-products'), { customerId, q }, {}, signal)

/** What names the products offered for a text, so that taking one asks no second time. */
export const offersKey = (customerId: number, text: string) => ['order-products', customerId, text] as const

/** The customer's frequent items, the pinned ones first, each with its usual quantity. */
export const frequentItems = (customerId: number) =>
  ask(at<typeof pad.listFrequent>('GET order-frequent-items'), { customerId })

/** The products with these codes, by code; without codes that this customer may not buy. */
export async function productsOf(customerId: number, codes: readonly string[]): Promise<Map<string, OfferedProduct>> {
  const productsByCode = new Map<string, OfferedProduct>()
  for (let start = 0; start < codes.length; start += 500) {
    const body = { customerId, codes: codes.slice(start, start + 500) }
    for (const product of await ask(question<typeof pad.listProducts>('POST order-products'), body))
      productsByCode.set(product.code, product)
  }
  return productsByCode
}

/** A pasted text without the signs that no field takes. */
const plain = (text: string) => text.replace(/\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, ' ')

/** The products that pasted rows name or resemble, in the order of the rows. */
export async function matchRows(
  customerId: number,
  rows: readonly { code: string | null; cas: string | null; words: string }[],
): Promise<pad.Matched[]> {
  const matches: pad.Matched[] = []
  for (let start = 0; start < rows.length; start += 500) {
    const body = {
      customerId,
      rows: rows.slice(start, start + 500).map(({ code, cas, words }) => ({
        code: code && plain(code),
        cas: cas && plain(cas),
        words: plain(words).slice(0, 500),
      })),
    }
    matches.push(...(await ask(question<typeof pad.matchRows>('POST order-matches'), body)))
  }
  return matches
}

/** The sources from which lines can be copied for a customer, and the person's open carts for them. */
export const orderSources = (customerId: number) => ask(at<typeof pad.listSources>('GET order-sources'), { customerId })

/** The lines of an earlier order, an annexure or a template that may be ordered now; `gone` may not. */
export const sourceLines = (customerId: number, from: pad.LineSource, id: number) =>
  ask(at<typeof pad.showSourceLines>('GET order-source-lines'), { customerId, from, id })

/** What is not filled in yet is null, and named by the server. */
export const asSent = (body: OrderBody) => body as SentOf<typeof createOrder>

/** Quotes an order without saving it; `explain` lists the indexes of lines whose traces are included. */
export const askQuote = (body: OrderBody, explain: readonly number[], signal: AbortSignal) =>
  ask(question<typeof quoteOrder>('POST quotes'), { ...asSent(body), explain }, {}, signal)
