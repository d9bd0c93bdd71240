import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
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
    freeHours bigint,
    validFrom varchar(10) not null,
    validTo varchar(10) not null,
    confirmStatus varchar(40) not null,
    confirmedById int,
    pendingChange mediumtext,
    proposedById int,
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
    constraint transporter_mapping_transporterId_fk foreign key (transporterId) references transporter (id),
    constraint transporter_mapping_confirmedById_fk foreign key (confirmedById) references user (id),
    constraint transporter_mapping_proposedById_fk foreign key (proposedById) references user (id)
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

  await createTable(db, 'tracking_try', `
    id {id},
    at varchar(24) not null,
    address varchar(45){ci} not null,
    trackedBy varchar(40) not null,
    number varchar(20){ci} not null,
    found tinyint(1) not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int
  `, {
    tracking_try_at: 'at',
    tracking_try_number_at: 'number, at',
  })

  await createTable(db, 'feedback', `
    id {id},
    shipmentId int not null,
    lrId int not null,
    rating bigint not null,
    packagingRating bigint,
    timelinessRating bigint,
    driverRating bigint,
    goodsOk tinyint(1) not null,
    comments varchar(1000){ci},
    submittedAt varchar(24) not null,
    followUpStatus varchar(40) not null,
    followUpNote varchar(255){ci},
    followUpClosedAt varchar(24),
    followUpClosedById int,
    complaintProposal varchar(40) not null,
    complaintId int,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint feedback_shipmentId_unique unique (shipmentId),
    constraint feedback_shipmentId_fk foreign key (shipmentId) references shipment (id),
    constraint feedback_lrId_fk foreign key (lrId) references lr (id),
    constraint feedback_followUpClosedById_fk foreign key (followUpClosedById) references user (id),
    constraint feedback_complaintId_fk foreign key (complaintId) references complaint (id)
  `, {
    feedback_lrId: 'lrId',
    feedback_submittedAt: 'submittedAt',
    feedback_followUpStatus: 'followUpStatus',
    feedback_complaintProposal: 'complaintProposal',
    feedback_complaintId: 'complaintId',
  })
}
