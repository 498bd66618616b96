// Takes the README's pictures of the page, in both themes, from the samples: `npm run pictures`. Needs Chromium.
import { join } from 'node:path';
import { ROOT } from '../../helpers/programs.ts';
import { launch, openPage, settled, startOpen } from './opened-page.ts';

/** What the pictures show: filters for a half of the bytes, one of which is the candidate. */
const SHOWN = [
  'samples/logs/all-requests',
  '--price',
  '$0.50/GB',
  '--never-drop',
  'promise:security',
  '--never-drop',
  'promise:errors',
];
const GOAL = '50 %';
const VIEWPORT = { width: 1280, height: 1400 };
const SCALE = 1.25;

const [browser, program] = await Promise.all([launch(), startOpen(SHOWN)]);
try {
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page } = await openPage(browser, program.address, {
      viewport: VIEWPORT,
      deviceScaleFactor: SCALE,
      colorScheme,
    });
    await settled(page);
    await page.getByLabel('Goal').fill(GOAL);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Take suggestion-2 as the candidate' }).click();
    await settled(page);
    await page.getByRole('button', { name: /^Newly dropped/ }).click();
    await page.getByRole('combobox', { name: 'Field' }).fill('CacheCacheStatus');
    await page.keyboard.press('Enter');
    await page.evaluate('document.activeElement.blur(), scrollTo(0, 0)');
    await settled(page);
    await page.screenshot({ path: join(ROOT, `docs/page-${colorScheme}.png`), animations: 'disabled' });
    await page.context().close();
  }
} finally {
  await browser.close();
  await program.stop();
}
