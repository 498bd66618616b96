import { launch, openPage, settled, startOpen } from './test/page/app/opened-page.ts';
const browser = await launch();
for (const [name, args] of [['samples', ['samples/logs']], ['fixtures', ['../shared/fixtures/logs']], ['http', ['../shared/fixtures/logs/lnav-logfile_cloudflare.1.ndjson', '../shared/fixtures/logs/panther-httprequest.ndjson']]] as const) {
  const program = await startOpen([...args]);
  const { page, noise } = await openPage(browser, program.address);
  await settled(page);
  const s = page.locator('#suggest');
  await s.getByLabel('Goal').fill('50%');
  await page.keyboard.press('Enter');
  await settled(page);
  console.log(name, '1', await s.innerText());
  const security = s.getByRole('button', { name: 'security', exact: true });
  console.log('security enabled', await security.isEnabled());
  if (await security.isEnabled()) await security.click();
  await settled(page);
  await page.screenshot({ path: `/tmp/b32-${name}.png` });
  console.log(name, '2', (await s.innerText()).slice(0, 900));
  console.log(noise);
  await page.context().close();
  await program.stop();
}
await browser.close();
