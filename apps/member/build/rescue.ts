/** The sentences of the rescue script, by language: a browser that is too old, a start that takes too long, and the button. */
const TEXTS: Readonly<Record<string, readonly [old: string, late: string, reload: string]>> = {
  'en-us': [
    'This browser is too old for Fairlot. Update it, or open this page in another browser.',
    'Fairlot is not loading. Check your connection and reload; if that does not help, update your browser.',
    'Reload',
  ],
  'zh-cn': [
    '此浏览器版本过旧，无法运行 Fairlot。请更新浏览器，或换一个浏览器打开。',
    'Fairlot 无法加载。请检查网络后刷新；如仍不行，请更新浏览器。',
    '刷新',
  ],
  'hi-in': [
    'यह ब्राउज़र Fairlot के लिए बहुत पुराना है। इसे अपडेट करें, या यह पेज किसी दूसरे ब्राउज़र में खोलें।',
    'Fairlot लोड नहीं हो रहा। कनेक्शन देखकर फिर से लोड करें; इससे काम न बने तो ब्राउज़र अपडेट करें।',
    'फिर से लोड करें',
  ],
  'pt-br': [
    'Este navegador é antigo demais para o Fairlot. Atualize-o ou abra esta página em outro navegador.',
    'O Fairlot não está carregando. Verifique a conexão e recarregue; se não resolver, atualize o navegador.',
    'Recarregar',
  ],
  'id-id': [
    'Browser ini terlalu lama untuk Fairlot. Perbarui, atau buka halaman ini di browser lain.',
    'Fairlot tidak dapat dimuat. Periksa koneksi lalu muat ulang; jika belum berhasil, perbarui browser Anda.',
    'Muat ulang',
  ],
  'ar-sa': [
    'هذا المتصفح قديم جدًا ولا يشغّل Fairlot. حدّثه، أو افتح هذه الصفحة في متصفح آخر.',
    'تعذّر تحميل Fairlot. تحقق من اتصالك وأعد تحميل الصفحة، وإن لم ينفع ذلك فحدّث المتصفح.',
    'إعادة التحميل',
  ],
  'bn-bd': [
    'এই ব্রাউজারটি Fairlot-এর জন্য বেশি পুরোনো। এটি আপডেট করুন, অথবা অন্য ব্রাউজারে এই পেজ খুলুন।',
    'Fairlot লোড হচ্ছে না। সংযোগ দেখে আবার লোড করুন; তাতেও না হলে ব্রাউজার আপডেট করুন।',
    'আবার লোড করুন',
  ],
  'vi-vn': [
    'Trình duyệt này quá cũ để chạy Fairlot. Hãy cập nhật, hoặc mở trang này bằng trình duyệt khác.',
    'Fairlot chưa tải được. Hãy kiểm tra kết nối rồi tải lại; nếu vẫn không được, hãy cập nhật trình duyệt.',
    'Tải lại',
  ],
}

/** The sentence about a late start appears after this time. */
const LATE_MS = 8_000

/**
 * The script of index.html that tells a visitor when the app does not start, in the language that the app would have: the browser knows no
 * modules, a file is missing or does not arrive, or the code fails. It is text in the JavaScript of 2009, because it must run where the app
 * does not: no build step and no later syntax. The start of the app removes the sentence with the skeleton.
 *
 * `fairlotRescue()` shows the sentence at once, in place of whatever the page shows (`src/main.tsx`).
 */
export function rescueScript(): string {
  return `(function () {
  var texts = ${JSON.stringify(TEXTS)};
  function language() {
    var chosen = '';
    try { chosen = JSON.parse(localStorage.getItem('fairlot.preferences')).state.language; } catch (e) {}
    if (texts[chosen]) return chosen;
    var wanted = navigator.languages || [navigator.language || ''];
    for (var i = 0; i < wanted.length; i++)
      for (var name in texts)
        if (name.slice(0, 2) === String(wanted[i]).slice(0, 2).toLowerCase()) return name;
    return 'en-us';
  }
  function show(place, which) {
    if (!place || document.getElementById('rescue')) return;
    var name = language(), text = texts[name];
    var box = document.createElement('section');
    box.id = 'rescue';
    box.lang = name;
    box.dir = name === 'ar-sa' ? 'rtl' : 'ltr';
    box.setAttribute('role', 'alert');
    box.style.cssText = 'max-width:22em;margin:16px auto;padding:16px;border-radius:16px;text-align:center;background:#fff;color:#111;font:400 16px/24px system-ui,sans-serif';
    box.appendChild(document.createTextNode(text[which]));
    var button = document.createElement('button');
    button.type = 'button';
    button.style.cssText = 'display:block;min-height:44px;margin:12px auto 0;padding:0 24px;border:0;border-radius:22px;background:#0a4552;color:#fff;font:inherit';
    button.appendChild(document.createTextNode(text[2]));
    button.onclick = function () { location.reload(); };
    box.appendChild(button);
    place.appendChild(box);
  }
  function late(which) { show(document.getElementById('start'), which); }
  window.fairlotRescue = function () { show(document.body, 1); };
  if (!('noModule' in document.createElement('script')))
    document.addEventListener('DOMContentLoaded', function () { late(0); });
  setTimeout(function () { late(1); }, ${LATE_MS});
})();`.replaceAll(/\n\s*/g, '\n')
}
