import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists product_discount (
    id {id},
    productId int,
    materialPricingGroupId int,
    customerSegmentId int,
    minQty bigint not null,
    discountPct bigint not null,
    validFrom varchar(10) not null,
    validTo varchar(10) not null,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    periodKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint product_discount_naturalKey_unique unique (naturalKey),
    constraint product_discount_productId_fk foreign key (productId) references products (id),
    constraint product_discount_materialPricingGroupId_fk foreign key (materialPricingGroupId) references material_pricing_group (id),
    constraint product_discount_customerSegmentId_fk foreign key (customerSegmentId) references customer_segment (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
