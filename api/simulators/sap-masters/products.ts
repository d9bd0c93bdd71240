import { toSapQuantity } from '../../sap/http/odata.ts'
import type { CompanyProduct, Entity } from './company.ts'

/** A product as SAP stores one: basic data, text, units, sales data of each channel, plants, tax and shelf life. */
export function productEntities(product: CompanyProduct, salesOrganization: string, at: string): Entity[] {
  const { code: Product } = product
  return [
    ['A_Product', basicRow(product, at)],
    // SAP's text of a material has 40 characters.
    ['A_ProductDescription', { Product, Language: 'EN', ProductDescription: product.name.slice(0, 40) }],
    ['A_ProductStorage', { Product, TotalShelfLife: `${product.shelfLifeDays ?? 0}`, BaseUnit: product.baseUnit }],
    ...unitEntities(product),
    ...product.channels.map(
      (channel): Entity => [
        'A_ProductSalesDelivery',
        { Product, ProductSalesOrg: salesOrganization, ProductDistributionChnl: channel, ...salesRow(product) },
      ],
    ),
    ...product.plants.map(
      (Plant): Entity => [
        'A_ProductPlant',
        {
          Product,
          Plant,
          ConsumptionTaxCtrlCode: product.hsn,
          BaseUnit: product.baseUnit,
          IsBatchManagementRequired: product.batchManaged ?? true,
        },
      ],
    ),
    ...['JOCG', 'JOSG', 'JOIG'].map(
      (TaxCategory): Entity => [
        'A_ProductSalesTax',
        { Product, Country: 'IN', TaxCategory, TaxClassification: product.taxable === false ? '0' : '1' },
      ],
    ),
  ]
}

const basicRow = (product: CompanyProduct, at: string) => ({
  Product: product.code,
  ProductType: 'FERT',
  IndustrySector: 'C',
  BaseUnit: product.baseUnit,
  GrossWeight: toSapQuantity(product.grossWeight),
  NetWeight: toSapQuantity(product.netWeight),
  WeightUnit: product.weightUnit ?? 'KG',
  Division: product.division,
  SizeOrDimensionText: (product.packSize ?? '').slice(0, 32),
  IsBatchManagementRequired: product.batchManaged ?? true,
  IsMarkedForDeletion: product.deleted ?? false,
  CreationDate: at.slice(0, 10),
  LastChangeDate: at.slice(0, 10),
  LastChangeDateTime: at,
})

const salesRow = ({ groups = [], ...product }: CompanyProduct) => ({
  MinimumOrderQuantity: toSapQuantity(product.minOrderQty),
  DeliveryQuantity: toSapQuantity(product.packQty),
  DeliveryQuantityUnit: '',
  SalesMeasureUnit: product.salesUnit ?? '',
  BaseUnit: product.baseUnit,
  ProductSalesStatus: product.salesStatus ?? '',
  PriceSpecificationProductGroup: product.pricingGroup ?? '',
  FirstSalesSpecProductGroup: groups[0] ?? '',
  SecondSalesSpecProductGroup: groups[1] ?? '',
  ThirdSalesSpecProductGroup: groups[2] ?? '',
  FourthSalesSpecProductGroup: groups[3] ?? '',
  FifthSalesSpecProductGroup: groups[4] ?? '',
  ItemCategoryGroup: 'NORM',
})

/** The base unit converts to itself; another sales unit by whole numbers above and below. */
function unitEntities({ code, baseUnit, salesUnit, unitNumerator = 1, unitDenominator = 1 }: CompanyProduct): Entity[] {
  const row = (AlternativeUnit: string, above: number, below: number): Entity => [
    'A_ProductUnitsOfMeasure',
    {
      Product: code,
      AlternativeUnit,
      QuantityNumerator: `${above}`,
      QuantityDenominator: `${below}`,
      BaseUnit: baseUnit,
    },
  ]
  const other = salesUnit && salesUnit !== baseUnit ? [row(salesUnit, unitNumerator, unitDenominator)] : []
  return [row(baseUnit, 1, 1), ...other]
}
