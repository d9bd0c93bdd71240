import { expect, goTo, noteLook, openPageAs, test } from '../../support/journey.ts'

const PHONE = { width: 390, height: 844 }

/** The page of an invoice. */
const INVOICE = /^\/dispatches\/invoice\/\d+$/

test('a customer complains about the quality of a batch on a phone, the desk and QA answer, and the customer accepts', async ({
  browser,
}) => {
  const buyer = await openPageAs(browser, 'customer')
  await buyer.setViewportSize(PHONE)
  await goTo(buyer, '/complaints/create')
  await buyer.getByRole('button', { name: 'Send complaint' }).click()
  await expect(buyer.getByRole('alert')).toContainText('Category is required')
  await noteLook(buyer)
  await buyer.getByRole('combobox', { name: 'Subject' }).fill('Product quality')
  await buyer.getByRole('option', { name: /Product quality/ }).click()
  await buyer.getByRole('combobox', { name: 'Invoice' }).click()
  await buyer
    .getByTitle(/^IN\d+ of/)
    .first()
    .click()
  await buyer.getByRole('combobox', { name: 'Product and batch' }).click()
  await buyer
    .getByTitle(/, .*\d/)
    .first()
    .click()
  await buyer.getByLabel('Batch on the label').fill('B77')
  await buyer.getByLabel('What is wrong').fill('The solution is turbid')
  await buyer.getByLabel('Add photo or file').setInputFiles('admin/orders/pad/order-pad.png')
  await buyer.getByRole('button', { name: 'Send complaint' }).click()
  await expect(buyer.getByText(/^Complaint CM\d+$/)).toBeVisible()
  await expect(buyer.getByText('Received').first()).toBeVisible()
  await noteLook(buyer)
  const path = new URL(buyer.url()).pathname
  await expect(buyer.getByRole('definition').getByRole('link', { name: /^IN\d+/ })).toHaveAttribute('href', INVOICE)

  const agent = await openPageAs(browser, 'csc_agent')
  await goTo(agent, '/complaints/modify')
  await expect(agent.getByRole('heading', { level: 1, name: 'Open Complaints' })).toBeVisible()
  await noteLook(agent)
  await goTo(agent, path)
  const begin = agent.getByRole('button', { name: /^(Take over|Start)$/ })
  if ((await begin.textContent()) === 'Take over') {
    await begin.click()
    await agent.getByRole('form', { name: 'Take over' }).getByRole('button', { name: 'Take over' }).click()
  }
  await agent.getByRole('button', { name: 'Start', exact: true }).click()
  await agent.getByRole('form', { name: 'Start' }).getByRole('button', { name: 'Start' }).click()
  await agent.getByRole('button', { name: 'Ask the customer' }).click()
  await agent.getByLabel('Question to the customer').fill('How was it stored?')
  await agent.getByRole('form').getByRole('button', { name: 'Ask the customer' }).click()
  await expect(agent.getByText('Waiting for the customer').first()).toBeVisible()
  await agent.getByLabel('Note, @ names a colleague').fill('The third of this batch')
  await agent.getByRole('button', { name: 'Add internal note' }).click()
  await expect(agent.getByText('The third of this batch', { exact: true })).toBeVisible()
  await noteLook(agent)

  await buyer.reload()
  await expect(buyer.getByText('How was it stored?')).toBeVisible()
  await expect(buyer.getByText('The third of this batch')).toHaveCount(0)
  await buyer.getByRole('button', { name: 'Answer' }).click()
  await buyer.getByRole('textbox', { name: 'Answer' }).fill('At 4 degrees')
  await buyer.getByRole('form').getByRole('button', { name: 'Answer' }).click()
  await expect(buyer.getByText('We are looking into it').first()).toBeVisible()

  const chemist = await openPageAs(browser, 'qa')
  await goTo(chemist, path)
  // QA reads which invoice it was, and has no page of it to go to.
  await expect(chemist.getByRole('definition').getByText(/^IN\d+/)).toBeVisible()
  await expect(chemist.getByRole('definition').getByRole('link')).toHaveCount(0)
  await chemist.getByRole('button', { name: 'Resolve with CAPA' }).click()
  const form = chemist.getByRole('form', { name: 'Resolve with CAPA' })
  await form.getByLabel('Answer to the customer').fill('A new batch is on its way')
  await form.getByLabel('Root cause').fill('Filter broke')
  await form.getByRole('button', { name: 'Resolve with CAPA' }).click()
  await expect(form.getByRole('alert')).toContainText('Resolution is required')
  await form.getByRole('combobox', { name: 'Resolution' }).click()
  await chemist.getByRole('option', { name: 'Replacement' }).click()
  await form.getByLabel('CAPA').fill('Filters are changed each week')
  await form.getByRole('button', { name: 'Resolve with CAPA' }).click()
  await expect(form).toBeHidden()
  await expect(chemist.getByText('Filters are changed each week')).toBeVisible()

  await buyer.reload()
  await expect(buyer.getByText('Goods are replaced: A new batch is on its way')).toBeVisible()
  await expect(buyer.getByText('Filters are changed each week')).toHaveCount(0)
  await buyer.getByRole('button', { name: 'Accept and close' }).click()
  await buyer.getByRole('form').getByRole('button', { name: 'Accept and close' }).click()
  await expect(buyer.getByText('Closed').first()).toBeVisible()
  for (const page of [buyer, agent, chemist]) await page.context().close()
})

test('a shortage that a POD shows arrives at the complaint with its kind, its words and its invoice', async ({
  browser,
}) => {
  const agent = await openPageAs(browser, 'csc_agent')
  const asked = '/api/pods?shortagePackages[$gt]=0&complaintProposal=PROPOSED&status=ACCEPTED&$sort[id]=-1&$limit=1'
  const [pod] = (await (await agent.request.get(asked)).json()).data
  const [line] = (await (await agent.request.get(`/api/lr-lines?lrId=${pod.lrId}&$limit=1`)).json()).data
  await goTo(agent, `/dispatches/lr/${pod.lrId}`)
  await agent.getByRole('link', { name: 'Complain about this delivery' }).click()
  await expect(agent.getByRole('heading', { level: 1, name: 'New complaint' })).toBeVisible()
  await expect(agent.getByText(line.texts.invoiceId, { exact: false }).first()).toBeVisible()
  await expect(agent.getByText(/short/i).first()).toBeVisible()
  await expect(agent.getByLabel('What is wrong')).toHaveValue(/packages \d+ short/)
  await agent.getByLabel('Add photo or file').setInputFiles('admin/orders/pad/order-pad.png')
  await agent.getByRole('button', { name: 'Send complaint' }).click()
  await expect(agent.getByText(/^Complaint CM\d+$/)).toBeVisible()
  const facts = agent.getByRole('definition')
  await expect(facts.getByRole('link', { name: line.texts.invoiceId })).toHaveAttribute('href', INVOICE)
  await facts.getByRole('link', { name: line.texts.lrId }).click()
  await expect(agent).toHaveURL(`/dispatches/lr/${pod.lrId}`)
  const after = await (await agent.request.get(`/api/pods/${pod.id}`)).json()
  expect(after.complaintProposal).toBe('OPENED')
  await agent.context().close()
})
