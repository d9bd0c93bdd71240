import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists rate_contract_line (
    id {id},
    rateContractId int not null,
    customerId int not null,
    lineNo bigint not null,
    productId int not null,
    rate bigint not null,
    contractQty bigint not null,
    consumedQty bigint not null,
    uom varchar(3){ci} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint rate_contract_line_rateContractId_lineNo_unique unique (rateContractId, lineNo),
    constraint rate_contract_line_rateContractId_fk foreign key (rateContractId) references rate_contract_customer (id),
    constraint rate_contract_line_customerId_fk foreign key (customerId) references customer (id),
    constraint rate_contract_line_productId_fk foreign key (productId) references products (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
