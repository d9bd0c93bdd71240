/** What a customer paid for a product before; the price in paise for `priceUnit` units, quantity in thousandths. */
export interface PaidBefore {
  productId: number
  orderId: number
  orderNo: string
  orderDate: string
  qty: number
  netPrice: number
  priceUnit: number
}
