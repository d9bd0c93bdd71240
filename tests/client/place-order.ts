import type { paths } from 'bilty-api'
import createClient from 'openapi-fetch'

/**
 * Signs in, quotes and places an order as a program of another company would, with a client that knows nothing but the
 * document of the API. The compiler holds every name here against it.
 */
export async function placeOrder(baseUrl: string) {
  const client = createClient<paths>({ baseUrl })
  const signedIn = await client.POST('/authentication', {
    body: { strategy: 'local', loginId: 'asha', password: 'Demo@12345' },
  })
  const token = signedIn.data!.accessToken
  client.use({
    onRequest({ request }) {
      request.headers.set('Authorization', `Bearer ${token}`)
    },
  })
  const customers = await client.GET('/order-customers', { params: { query: { q: '100101' } } })
  const customerId = customers.data![0]!.id
  const context = (await client.GET('/order-context', { params: { query: { customerId } } })).data!
  const found = await client.GET('/order-products', { params: { query: { customerId, q: 'LS-1001' } } })
  const product = found.data![0]!
  const order = {
    customerId,
    shipToId: context.shipTos[0]!.id,
    orderTypeId: context.sbus.find(({ code }) => code === product.sbu)!.orderTypes.find(type => type.isDefault)!.id,
    requestedDeliveryDate: context.defaults.requestedDeliveryDate,
    customerPoNo: 'PO/CLIENT/1',
    customerPoDate: indiaToday(),
    lines: [{ productId: product.id, qty: 10_000 }],
  }
  const quote = (await client.POST('/quotes', { body: order })).data!
  const key = (name: string) => ({ header: { 'Idempotency-Key': `client-${name}` } })
  const draft = (await client.POST('/orders', { params: key('draft'), body: order })).data!
  const taken = await client.POST('/order-steps', {
    params: key('submit'),
    body: { orderId: draft.id!, rowVersion: draft.rowVersion!, step: 'submit' },
  })
  const refused = await client.POST('/quotes', { body: { ...order, lines: [{ productId: product.id, qty: -1 }] } })
  return {
    quote,
    orderNo: taken.data?.order.orderNo,
    status: taken.data?.order.status,
    refusal: refused.error,
    error: taken.error,
  }
}

/** The day in India, five and a half hours ahead of UTC. */
const indiaToday = () => new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10)
