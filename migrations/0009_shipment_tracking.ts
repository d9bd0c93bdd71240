import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'opt_out_email', `
    id {id},
    medium varchar(40) not null,
    address varchar(254){ci} not null,
    topic varchar(40) not null,
    source varchar(40) not null,
    reason varchar(255){ci},
    tokenUsed tinyint(1) not null,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint opt_out_email_naturalKey_unique unique (naturalKey)
  `)

  await createTable(db, 'opt_out_sms', `
    id {id},
    medium varchar(40) not null,
    address varchar(10){ci} not null,
    topic varchar(40) not null,
    source varchar(40) not null,
    reason varchar(255){ci},
    tokenUsed tinyint(1) not null,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint opt_out_sms_naturalKey_unique unique (naturalKey)
  `)

  await createTable(db, 'employee_sigma_map', `
    id {id},
    employeeId int not null,
    mapType varchar(40) not null,
    sigmaCustomerId int,
    plantCode varchar(4){ci},
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint employee_sigma_map_naturalKey_unique unique (naturalKey),
    constraint employee_sigma_map_employeeId_fk foreign key (employeeId) references employee (id),
    constraint employee_sigma_map_sigmaCustomerId_fk foreign key (sigmaCustomerId) references sigma_customers (id)
  `, {
    employee_sigma_map_sigmaCustomerId: 'sigmaCustomerId',
    employee_sigma_map_plantCode: 'plantCode',
  })

  await createTable(db, 'transporter_mapping', `
    id {id},
    plantId int not null,
    stateId int not null,
    cityId int,
    transMode varchar(40) not null,
    transporterId int not null,
    priority bigint not null,
    ratePerKg bigint,
    minFreight bigint not null,
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
    constraint transporter_mapping_naturalKey_unique unique (naturalKey),
    constraint transporter_mapping_plantId_fk foreign key (plantId) references plant (id),
    constraint transporter_mapping_stateId_fk foreign key (stateId) references state (id),
    constraint transporter_mapping_cityId_fk foreign key (cityId) references state_city (id),
    constraint transporter_mapping_transporterId_fk foreign key (transporterId) references transporter (id)
  `, {
    transporter_mapping_plantId_stateId: 'plantId, stateId',
    transporter_mapping_stateId: 'stateId',
    transporter_mapping_cityId: 'cityId',
    transporter_mapping_transporterId: 'transporterId',
    transporter_mapping_periodKey: 'periodKey',
  })

  await createTable(db, 'expected_delivery_days', `
    id {id},
    plantId int not null,
    stateId int not null,
    cityId int,
    transMode varchar(40) not null,
    days bigint not null,
    dayType varchar(40) not null,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint expected_delivery_days_naturalKey_unique unique (naturalKey),
    constraint expected_delivery_days_plantId_fk foreign key (plantId) references plant (id),
    constraint expected_delivery_days_stateId_fk foreign key (stateId) references state (id),
    constraint expected_delivery_days_cityId_fk foreign key (cityId) references state_city (id)
  `, {
    expected_delivery_days_plantId_stateId: 'plantId, stateId',
    expected_delivery_days_stateId: 'stateId',
    expected_delivery_days_cityId: 'cityId',
  })

  await createTable(db, 'sigma_customers', `
    id {id},
    code varchar(10){ci} not null,
    name varchar(100){ci} not null,
    email varchar(254){ci} not null,
    mobile varchar(10){ci},
    cityId int,
    pincode varchar(6){ci} not null,
    linkedCustomerId int,
    sendTrackingMail tinyint(1) not null,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint sigma_customers_naturalKey_unique unique (naturalKey),
    constraint sigma_customers_cityId_fk foreign key (cityId) references state_city (id),
    constraint sigma_customers_linkedCustomerId_fk foreign key (linkedCustomerId) references customer (id)
  `, {
    sigma_customers_name: 'name',
    sigma_customers_linkedCustomerId: 'linkedCustomerId',
  })

  await createTable(db, 'banner', `
    id {id},
    title varchar(80){ci} not null,
    imageAttachmentId int not null,
    linkUrl varchar(255){ci},
    placement varchar(40) not null,
    audience varchar(40) not null,
    customerSegmentId int,
    sortNo bigint not null,
    validFrom varchar(24) not null,
    validTo varchar(24) not null,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint banner_naturalKey_unique unique (naturalKey),
    constraint banner_imageAttachmentId_fk foreign key (imageAttachmentId) references attachment (id),
    constraint banner_customerSegmentId_fk foreign key (customerSegmentId) references customer_segment (id)
  `)
}
