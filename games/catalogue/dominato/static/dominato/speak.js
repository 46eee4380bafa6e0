// Reads the question aloud on wish, for those who do not read yet: by voices that the device has itself, so that nothing
// leaves it. Where there is none in the page's language, there is no button.

const language = document.documentElement.lang.slice(0, 2);

function voice() {
  return globalThis.speechSynthesis?.getVoices().find((each) => each.localService && each.lang.startsWith(language));
}

function offer() {
  for (const button of document.querySelectorAll("[data-speak]")) button.hidden = !voice();
}

function speak() {
  const texts = [...document.querySelectorAll("#decision [data-say]")].filter((each) => each.checkVisibility());
  const words = new SpeechSynthesisUtterance(texts.map((each) => each.textContent.trim().replace(/\s+/g, " ")).join(" "));
  words.voice = voice();
  words.lang = words.voice.lang;
  words.rate = 0.9;
  speechSynthesis.cancel();
  speechSynthesis.speak(words);
}

if (globalThis.speechSynthesis) {
  speechSynthesis.addEventListener?.("voiceschanged", offer);
  document.addEventListener("regions:updated", () => { speechSynthesis.cancel(); offer(); });
  document.addEventListener("click", (event) => { if (event.target.closest("[data-speak]") && voice()) speak(); });
  offer();
}
