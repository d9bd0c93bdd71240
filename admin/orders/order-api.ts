import { api } from '../shell/api.ts'
import type { FoundCustomer, FrequentItem, OfferedProduct, OrderBody, OrderContext, Quote } from './order-shapes.ts'

export const findCustomers = async (q: string, signal: AbortSignal) =>
  (await api.get<FoundCustomer[]>('/order-customers', { params: { q }, signal })).data

export const orderContext = async (customerId: number) =>
  (await api.get<OrderContext>('/order-context', { params: { customerId } })).data

export const findProducts = async (customerId: number, q: string, signal: AbortSignal) =>
  (await api.get<OfferedProduct[]>('/order-products', { params: { customerId, q }, signal })).data

/** What the customer orders again and again, the pinned first, each with the quantity to begin with. */
export const frequentItems = async (customerId: number) =>
  (await api.get<FrequentItem[]>('/order-frequent-items', { params: { customerId } })).data

/** The products of these codes, by code; a code that this customer may not buy is not among them. */
export async function productsOf(customerId: number, codes: readonly string[]): Promise<Map<string, OfferedProduct>> {
  const found = new Map<string, OfferedProduct>()
  for (let start = 0; start < codes.length; start += 500) {
    const body = { customerId, codes: codes.slice(start, start + 500) }
    const { data } = await api.post<OfferedProduct[]>('/order-products', body)
    for (const product of data) found.set(product.code, product)
  }
  return found
}

export const askQuote = async (body: OrderBody, signal: AbortSignal) =>
  (await api.post<Quote>('/quotes', body, { signal })).data
