import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'channel', `
    id {id},
    code varchar(2){ci} not null,
    name varchar(60){ci} not null,
    requiresCsc tinyint(1) not null,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint channel_naturalKey_unique unique (naturalKey)
  `)

  await createTable(db, 'order_type', `
    id {id},
    code varchar(4){ci} not null,
    name varchar(60){ci} not null,
    sapOrderType varchar(4){ci} not null,
    isFreeOfCharge tinyint(1) not null,
    requiresPo tinyint(1) not null,
    requiresCsc tinyint(1) not null,
    allowsManualDiscount tinyint(1) not null,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint order_type_naturalKey_unique unique (naturalKey)
  `)

  await createTable(db, 'plant', `
    id {id},
    code varchar(4){ci} not null,
    name varchar(60){ci} not null,
    plantType varchar(40),
    stateId int not null,
    cityId int,
    pincode varchar(6){ci},
    address varchar(255){ci},
    gstin varchar(15){ci},
    pesoLicenceNo varchar(40){ci},
    pesoValidTo varchar(10),
    dispatchEmail varchar(254){ci},
    sapShippingPoint varchar(4){ci},
    toComplete varchar(120){ci},
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint plant_naturalKey_unique unique (naturalKey),
    constraint plant_stateId_fk foreign key (stateId) references state (id),
    constraint plant_cityId_fk foreign key (cityId) references state_city (id)
  `)

  await createTable(db, 'zone', `
    id {id},
    code varchar(5){ci} not null,
    name varchar(40){ci} not null,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint zone_naturalKey_unique unique (naturalKey)
  `)

  await createTable(db, 'customer_segment', `
    id {id},
    code varchar(10){ci} not null,
    name varchar(60){ci} not null,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint customer_segment_naturalKey_unique unique (naturalKey)
  `)

  await createTable(db, 'reason_code', `
    id {id},
    reasonType varchar(40) not null,
    code varchar(10){ci} not null,
    name varchar(100){ci} not null,
    sapRejectionCode varchar(2){ci},
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint reason_code_naturalKey_unique unique (naturalKey)
  `)

  await createTable(db, 'holiday', `
    id {id},
    holidayDate varchar(10) not null,
    stateId int,
    name varchar(60){ci} not null,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint holiday_naturalKey_unique unique (naturalKey),
    constraint holiday_stateId_fk foreign key (stateId) references state (id)
  `)

  await createTable(db, 'number_series', `
    id {id},
    seriesKey varchar(10){ci} not null,
    fy varchar(4){ci} not null,
    nextValue bigint not null,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint number_series_naturalKey_unique unique (naturalKey)
  `)

  await createTable(db, 'message_template', `
    id {id},
    code varchar(40){ci} not null,
    medium varchar(40) not null,
    subject varchar(200){ci},
    body mediumtext not null,
    dltTemplateId varchar(30){ci},
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint message_template_naturalKey_unique unique (naturalKey)
  `)

  await createTable(db, 'app_setting', `
    id {id},
    \`key\` varchar(60){ci} not null,
    value varchar(255){ci} not null,
    valueType varchar(40) not null,
    confirmStatus varchar(40) not null,
    confirmedById int,
    pendingChange mediumtext,
    proposedById int,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint app_setting_naturalKey_unique unique (naturalKey),
    constraint app_setting_confirmedById_fk foreign key (confirmedById) references user (id),
    constraint app_setting_proposedById_fk foreign key (proposedById) references user (id)
  `)

  await createTable(db, 'payment_account', `
    id {id},
    code varchar(30){ci} not null,
    gateway varchar(40) not null,
    mode varchar(40) not null,
    companyCode varchar(4){ci} not null,
    clearingAccount varchar(10){ci},
    payAt varchar(255){ci},
    askAt varchar(255){ci},
    formHosts varchar(500){ci},
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
    constraint payment_account_naturalKey_unique unique (naturalKey),
    constraint payment_account_confirmedById_fk foreign key (confirmedById) references user (id),
    constraint payment_account_proposedById_fk foreign key (proposedById) references user (id)
  `, {
    payment_account_periodKey: 'periodKey',
  })

  await createTable(db, 'role', `
    id {id},
    code varchar(30){ci} not null,
    name varchar(60){ci} not null,
    userType varchar(40) not null,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint role_naturalKey_unique unique (naturalKey)
  `)

  await createTable(db, 'user', `
    id {id},
    loginId varchar(60){ci} not null,
    userType varchar(40) not null,
    name varchar(80){ci} not null,
    email varchar(254){ci} not null,
    mobile varchar(10){ci},
    employeeId int,
    customerId int,
    transporterId int,
    plantId int,
    passwordHash varchar(255){ci},
    mustChangePassword tinyint(1) not null,
    passwordFault varchar(40),
    passwordChangedAt varchar(24),
    failedCount bigint not null,
    isLocked tinyint(1) not null,
    lockedAt varchar(24),
    failuresFrom varchar(24),
    lastLoginAt varchar(24),
    resetTokenHash varchar(64){ci},
    resetExpiresAt varchar(24),
    inviteStatus varchar(40) not null,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint user_naturalKey_unique unique (naturalKey),
    constraint user_employeeId_fk foreign key (employeeId) references employee (id),
    constraint user_customerId_fk foreign key (customerId) references customer (id),
    constraint user_transporterId_fk foreign key (transporterId) references transporter (id),
    constraint user_plantId_fk foreign key (plantId) references plant (id)
  `, {
    user_loginId: 'loginId',
    user_email: 'email',
    user_employeeId: 'employeeId',
    user_customerId: 'customerId',
    user_transporterId: 'transporterId',
    user_plantId: 'plantId',
    user_resetTokenHash: 'resetTokenHash',
    user_isLocked_lockedAt: 'isLocked, lockedAt',
  })

  await createTable(db, 'product_price', `
    id {id},
    channelId int not null,
    productId int not null,
    listPrice bigint not null,
    priceUnit bigint not null,
    uom varchar(3){ci} not null,
    validFrom varchar(10) not null,
    validTo varchar(10) not null,
    conditionRecord varchar(10){ci},
    conditionTable varchar(3){ci},
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    periodKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint product_price_naturalKey_unique unique (naturalKey),
    constraint product_price_channelId_fk foreign key (channelId) references channel (id),
    constraint product_price_productId_fk foreign key (productId) references products (id)
  `, {
    product_price_productId_channelId_validFrom: 'productId, channelId, validFrom',
    product_price_channelId_productId: 'channelId, productId',
    product_price_conditionRecord: 'conditionRecord',
    product_price_periodKey: 'periodKey',
  })

  await createTable(db, 'stock_level', `
    id {id},
    plantId int not null,
    productId int not null,
    batchNo varchar(10){ci},
    unrestrictedQty bigint not null,
    expiryDate varchar(10),
    asOn varchar(24) not null,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint stock_level_naturalKey_unique unique (naturalKey),
    constraint stock_level_plantId_fk foreign key (plantId) references plant (id),
    constraint stock_level_productId_fk foreign key (productId) references products (id)
  `, {
    stock_level_productId_plantId: 'productId, plantId',
    stock_level_plantId_productId: 'plantId, productId',
    stock_level_productId_batchNo: 'productId, batchNo',
  })

  await createTable(db, 'retention', `
    id {id},
    name varchar(40){ci} not null,
    position bigint not null,
    records varchar(120){ci} not null,
    kept varchar(60){ci} not null,
    lastRunAt varchar(24),
    removed bigint,
    removedInAll bigint not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint retention_name_unique unique (name)
  `)
}
