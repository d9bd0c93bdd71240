import { customerWiseProductWisePrice } from '../../resources/channel-13-masters/customer-wise-product-wise-price.ts'
import { extend } from '../derive/extend.ts'
import { aboveList, listPriceOfCustomer } from '../masters/list-price-columns.ts'
import { checkChannel13Prices } from './customer-wise-product-wise-price.ts'

extend(customerWiseProductWisePrice, {
  check: checkChannel13Prices,
  computed: { listPrice: listPriceOfCustomer, diffPct: aboveList },
})
