import { expect, goTo, noteLook, openPageAs, test } from '../../support/journey.ts'

test('an approver who cuts an order below a slab chooses between the new price and the old one, with the keyboard', async ({
  browser,
}) => {
  const asha = await openPageAs(browser, 'asha')
  await goTo(asha, '/orders/default-employee')
  await asha.getByLabel('Customer code, name or GSTIN').fill('Sahyadri')
  await expect(asha.locator('.customer-list li')).toHaveCount(1)
  await asha.keyboard.press('Enter')
  await asha.getByLabel('Product of row 1').fill('LS-1101')
  await asha.getByLabel('Quantity of row 1').fill('20')
  await asha.getByLabel('Discount in percent of row 1').fill('4')
  await asha.getByLabel('PO number').fill('PO/SLAB/1')
  // The standing discount of 6 % from 20 on, then 4 % by hand.
  await expect(asha.locator('.pad-line').first()).toContainText('3,564.48')
  await asha.getByRole('button', { name: /^Send (order|for approval)$/ }).click()
  await expect(asha).toHaveURL(/\/orders\/order-history\/\d+/)
  const address = new URL(asha.url()).pathname

  const meena = await openPageAs(browser, 'meena')
  await goTo(meena, address)
  await meena.getByRole('button', { name: 'More' }).click()
  await meena.getByRole('menuitem', { name: 'Change lines' }).click()
  const dialog = meena.getByRole('dialog', { name: /^Change lines/ })
  await dialog.getByLabel('New net price ₹ of line 10').fill('4000')
  await expect(dialog).toContainText(
    'Line 10: ₹ 4,000.00 is above the list price of ₹ 3,950.00. Say why in the remark.',
  )
  await dialog.getByRole('button', { name: 'Change lines' }).click()
  await expect(dialog).toContainText('Enter a short reason')
  await dialog.getByLabel('New net price ₹ of line 10').fill('')
  await dialog.getByLabel('New quantity of line 10').fill('10')
  const choice = dialog.getByRole('group', { name: /^Line 10: price for 10 \w+ instead of 20$/ })
  await expect(choice).toContainText('A standing discount of 6.00 %, but only from a quantity of 20')
  await expect(choice.getByLabel('New price ₹ 3,678.24')).toBeChecked()
  await expect(dialog).toContainText('with tax instead of')
  await noteLook(meena)
  await choice.getByLabel('New price ₹ 3,678.24').press('ArrowDown')
  await expect(choice.getByLabel('Keep ₹ 3,564.48 (6.97 % discount)')).toBeChecked()
  await dialog.getByRole('button', { name: 'Change lines' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(meena.getByRole('row', { name: /LS-1101/ }).first()).toContainText('3,564.48')
  await expect(meena.getByRole('row', { name: /LS-1101/ }).first()).toContainText('6.97 % by hand')
})
