import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'company_person', `
    id {id},
    userId int not null,
    customerId int,
    transporterId int,
    companyRoles varchar(500) not null,
    orderLimit bigint,
    approvalLimit bigint,
    shipToIds mediumtext,
    invitedAt varchar(24),
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint company_person_userId_unique unique (userId),
    constraint company_person_userId_fk foreign key (userId) references user (id),
    constraint company_person_customerId_fk foreign key (customerId) references customer (id),
    constraint company_person_transporterId_fk foreign key (transporterId) references transporter (id)
  `, {
    company_person_userId: 'userId',
    company_person_customerId: 'customerId',
    company_person_transporterId: 'transporterId',
  })
}
