import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import { cartService } from './cart/cart-service.ts'
import { checkoutService } from './checkout/checkout-service.ts'
import type { GatewayMeans } from './eligibility.ts'

/** Registers the services of paying online that are not resources. */
export function servePayments(app: Application, db: Knex, means: GatewayMeans) {
  const services = {
    cart: cartService(db, means),
    checkout: checkoutService(db, means),
  }
  for (const [name, service] of Object.entries(services))
    app.use(`api/payments/${name}`, service as never, { methods: Object.keys(service) } as never)
}
