/** What a customer paid for a product before; money in paise, quantity in thousandths. */
export interface PaidBefore {
  productId: number
  orderId: number
  orderNo: string
  orderDate: string
  qty: number
  netPrice: number
}
