import { paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import type { Routes } from '../../derive/docs/route.ts'

/** The papers of payments that other programs may print. */
export const receiptRoutes: Routes = {
  'GET payments/{id}/receipt': {
    tag: 'Payments',
    summary: 'The receipt of a payment as a PDF',
    media: ['application/pdf'],
    refusals: { 409: 'NOT_NOW: the payment has not succeeded' },
    isFor: ({ ability }) => ability.can('read', paymentTransaction.path),
  },
}
